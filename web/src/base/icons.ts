/** The page's icons, drawn as strokes in a square of 24. */

export const ICONS = {
  back: "M15 5l-7 7 7 7",
  scores: "M4 5h16v14H4zM4 10h16M10 10v9M15 10v9",
  log: "M4 12a8 8 0 1 0 2.4-5.7L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2",
  rules: "M5 19.5V6a2.5 2.5 0 0 1 2.5-2.5H19V17H7.5A2.5 2.5 0 0 0 5 19.5 2.2 2.2 0 0 0 7.2 21H19M9 8h6",
  hint: "M9 17.5h6M10 20.5h4M8.6 14.5a6 6 0 1 1 6.8 0c-.4.4-.4.8-.4 1.2H9c0-.4 0-.8-.4-1.2",
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 14L4.5 9.5 9 5M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3",
  redo: "M15 14l4.5-4.5L15 5M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3",
  players: "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.2a6.5 6.5 0 0 1 4 5.8",
  say: "M4 5h16v11h-8l-4.5 4V16H4z",
  chat: "M3 4.5h12.5v8.5H9l-3.5 3V13H3zM18.5 8.5H21V17h-2.5v3L15 17h-4.5v-1.5",
  point: "M9.5 12.5V5a1.7 1.7 0 0 1 3.4 0v5.5l4.6.9a2 2 0 0 1 1.6 2.3l-.8 4.3a3 3 0 0 1-3 2.5h-3.8a3 3 0 0 1-2.3-1.1l-4-5a1.6 1.6 0 0 1 2.3-2.2z",
  trick: "M4 7.5l7-2 3.5 12-7 2zM11 5.5h7.5v13h-4",
  trump: "M4 8l4 4 4-7 4 7 4-4-1.5 11h-13z",
  penalty: "M5 12h14",
  reverse: "M8 5v14M8 19l-4-4M8 19l4-4M16 19V5M16 5l-4 4M16 5l4 4",
} as const;

export type IconName = keyof typeof ICONS;
