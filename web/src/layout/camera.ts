/** Which part of an unbounded table its window shows. */

import type { Face } from "../protocol/types";

export interface Camera {
  x: number; // the place in the middle of the window, in cards
  y: number;
  zoom: number; // pixels a card's width
}

export const PITCH = { x: 1.1, y: 1.5 }; // from one place to the next, in card widths
const LEAST = 22;
const LEAST_FRAMED = 10; // to show everything, a card may be smaller than zooming by hand makes it
const MOST = 130;

/** The camera that shows all faces, with a free place around them. */
export function frame(faces: readonly Face[], width: number, height: number, most: number): Camera {
  const placed = faces.filter((face) => face.x !== null && face.y !== null);
  if (placed.length === 0) return { x: 0, y: 0, zoom: most };
  const xs = placed.map((face) => face.x!);
  const ys = placed.map((face) => face.y!);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = width / ((right - left + 1.2) * PITCH.x);
  const down = height / ((bottom - top + 1.2) * PITCH.y);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.min(MOST, Math.max(LEAST_FRAMED, Math.min(most, across, down))) };
}

/** The camera that shows as much as it can of what matters, each card so wide, and no more empty table than it must. */
export function closeUp(faces: readonly Face[], focus: readonly Face[], width: number, height: number, zoom: number): Camera {
  const along = (at: (face: Face) => number, window: number, pitch: number): number => {
    const half = window / (zoom * pitch) / 2;
    const [least, most] = ends(faces.map(at));
    const [start, end] = ends(focus.map(at));
    const [low, high] = [least - 0.6 + half, most + 0.6 - half];
    return low > high ? (least + most) / 2 : Math.min(high, Math.max(low, (start + end) / 2));
  };
  return { x: along((face) => face.x ?? 0, width, PITCH.x), y: along((face) => face.y ?? 0, height, PITCH.y), zoom };
}

const ends = (all: readonly number[]): [number, number] => [Math.min(...all), Math.max(...all)];

export type Edge = "left" | "right" | "up" | "down";

/** The faces whose middle lies beyond an edge of the window, edge by edge, the nearest first. */
export function outside(faces: readonly Face[], camera: Camera, width: number, height: number): { side: Edge; faces: Face[] }[] {
  const [across, down] = [width / (camera.zoom * PITCH.x) / 2, height / (camera.zoom * PITCH.y) / 2];
  const far: Record<Edge, (face: Face) => number> = {
    left: (face) => camera.x - (face.x ?? 0) - across,
    right: (face) => (face.x ?? 0) - camera.x - across,
    up: (face) => camera.y - (face.y ?? 0) - down,
    down: (face) => (face.y ?? 0) - camera.y - down,
  };
  const edges = Object.entries(far) as [Edge, (face: Face) => number][];
  const sorted = edges.map(([side, by]) => ({ side, faces: faces.filter((face) => by(face) > 0).sort((a, b) => by(a) - by(b)) }));
  return sorted.filter((edge) => edge.faces.length > 0);
}

/** Zoom so that what lies under a point of the window stays there; the point is measured from the window's middle. */
export function zoomAt(camera: Camera, factor: number, px: number, py: number): Camera {
  const zoom = Math.min(MOST, Math.max(Math.min(LEAST, camera.zoom), camera.zoom * factor));
  const shift = 1 / camera.zoom - 1 / zoom;
  return { x: camera.x + (px * shift) / PITCH.x, y: camera.y + (py * shift) / PITCH.y, zoom };
}

export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / (camera.zoom * PITCH.x), y: camera.y - dy / (camera.zoom * PITCH.y) };
}
