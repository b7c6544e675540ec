/** The symbols on the cards, in a box from -50 to 50. Each layer is one path, so that small symbols can use the first alone. */

export interface Layer {
  d: string;
  tone: "main" | "light" | "dark" | "line";
}

const point = (radius: number, turn: number): string => {
  const angle = 2 * Math.PI * turn;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
};

/** The outline of a star with n points, each joined to the one `step` further on. */
export const star = (n: number, outer: number, inner: number): string =>
  `M${Array.from({ length: 2 * n }, (_, i) => point(i % 2 ? inner : outer, i / (2 * n))).join("L")}Z`;

/** The lines of a star. */
export const starLines = (n: number, step: number, radius: number): string =>
  `M${Array.from({ length: n }, (_, i) => point(radius, (i * step) / n)).join("L")}Z`;

/** A seventh of a disc. */
export const wedge = (part: number, parts: number, radius: number): string =>
  `M0 0L${point(radius, part / parts)}A${radius} ${radius} 0 0 1 ${point(radius, (part + 1) / parts)}Z`;

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

const petal = "M0 2C-19 -12 -17 -30 0 -46C17 -30 19 -12 0 2Z";
const turned = (path: string, degrees: number): string => {
  const a = (degrees * Math.PI) / 180;
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => {
    const px = Number(x);
    const py = Number(y);
    return `${(px * Math.cos(a) - py * Math.sin(a)).toFixed(2)} ${(px * Math.sin(a) + py * Math.cos(a)).toFixed(2)}`;
  });
};

const HEART = "M0 43C-13 26 -45 6 -45 -17C-45 -33 -33 -42 -22 -42C-11 -42 -3 -35 0 -26C3 -35 11 -42 22 -42C33 -42 45 -33 45 -17C45 6 13 26 0 43Z";
const SPADE =
  "M0 -45C10 -27 43 -9 43 13C43 27 33 34 23 34C15 34 8 30 4 24C5 35 9 41 16 45L-16 45C-9 41 -5 35 -4 24C-8 30 -15 34 -23 34C-33 34 -43 27 -43 13C-43 -9 -10 -27 0 -45Z";
const DIAMOND = "M0 -46C9 -28 21 -13 36 0C21 13 9 28 0 46C-9 28 -21 13 -36 0C-21 -13 -9 -28 0 -46Z";
const CLUB = `${disc(0, -22, 21)}${disc(-23, 11, 21)}${disc(23, 11, 21)}M-9 -10L9 -10L9 14C8 32 11 40 17 45L-17 45C-11 40 -8 32 -9 14Z`;

const LEMON = turned(
  "M-48 0C-42 -3 -39 -9 -33 -17C-23 -29 -11 -33 0 -33C11 -33 23 -29 33 -17C39 -9 42 -3 48 0C42 3 39 9 33 17C23 29 11 33 0 33C-11 33 -23 29 -33 17C-39 9 -42 3 -48 0Z",
  -32,
);

export const SHAPES = {
  spade: [{ d: SPADE, tone: "main" }],
  heart: [{ d: HEART, tone: "main" }],
  diamond: [{ d: DIAMOND, tone: "main" }],
  club: [{ d: CLUB, tone: "main" }],

  cherry: [
    { d: `${disc(0, 11, 34)}`, tone: "main" },
    { d: "M0 -20C2 -34 10 -42 22 -46L25 -41C14 -37 7 -31 5 -20Z", tone: "main" },
    { d: "M-21 4C-20 -5 -14 -11 -6 -12C-12 -6 -15 -1 -16 8C-19 10 -21 8 -21 4Z", tone: "light" },
  ],
  fire: [
    { d: "M7 -47C9 -24 36 -12 36 15C36 35 20 46 0 46C-20 46 -36 35 -36 15C-36 -11 -4 -18 7 -47Z", tone: "main" },
    { d: "M3 -6C5 6 18 12 18 25C18 36 10 42 0 42C-10 42 -18 36 -18 26C-18 12 -2 8 3 -6Z", tone: "light" },
  ],
  lemon: [
    { d: LEMON, tone: "main" },
    { d: "M-16 14C-18 1 -8 -13 6 -19C1 -11 -6 -4 -9 8C-10 14 -15 18 -16 14Z", tone: "light" },
  ],
  leaf: [
    {
      d: "M0 -47C5 -31 16 -25 14 -8C24 -17 35 -15 46 -15C41 4 33 23 4 26L5 46L-5 46L-4 26C-33 23 -41 4 -46 -15C-35 -15 -24 -17 -14 -8C-16 -25 -5 -31 0 -47Z",
      tone: "main",
    },
    { d: "M0 -28L0 26M0 20L-27 -3M0 20L27 -3", tone: "line" },
  ],
  kite: [
    { d: "M0 -47L33 -11L0 47L-33 -11Z", tone: "main" },
    { d: "M0 -47L33 -11L0 -11Z", tone: "light" },
    { d: "M0 -11L0 47L-33 -11Z", tone: "dark" },
  ],
  gem: [
    { d: "M-27 -36L27 -36L46 -9L0 43L-46 -9Z", tone: "main" },
    { d: "M-27 -36L27 -36L17 -9L-17 -9Z", tone: "light" },
    { d: "M17 -9L46 -9L0 43Z", tone: "dark" },
    { d: "M-46 -9L46 -9M-17 -9L0 43L17 -9", tone: "line" },
  ],
  violet: [
    { d: [0, 60, 120, 180, 240, 300].map((a) => turned(petal, a)).join(""), tone: "main" },
    { d: disc(0, 0, 9), tone: "light" },
  ],

  moon: [{ d: "M17 -43C-1 -49 -44 -38 -44 1C-44 40 -1 49 19 41C-4 37 -16 20 -16 0C-16 -21 -4 -37 17 -43Z", tone: "main" }],
  star: [{ d: star(5, 49, 20), tone: "main" }],
  pyramid: [
    { d: "M0 -42L47 38L-47 38Z", tone: "main" },
    { d: "M0 -42L47 38L14 38Z", tone: "dark" },
  ],

  thief: [
    {
      d: "M-47 -18C-30 -22 -12 -18 0 -9C12 -18 30 -22 47 -18C48 6 36 22 22 22C10 22 5 12 0 8C-5 12 -10 22 -22 22C-36 22 -48 6 -47 -18Z",
      tone: "main",
    },
    { d: "M-34 -2C-28 -10 -18 -9 -11 0C-18 7 -28 6 -34 -2ZM34 -2C28 -10 18 -9 11 0C18 7 28 6 34 -2Z", tone: "light" },
  ],
} as const satisfies Record<string, readonly Layer[]>;

export type ShapeName = keyof typeof SHAPES;

/** The layers of a symbol: one of ours, or the outline of another. */
export function layersOf(shape: ShapeName | { readonly path: string }): readonly Layer[] {
  return typeof shape === "string" ? SHAPES[shape] : [{ d: shape.path, tone: "main" }];
}
