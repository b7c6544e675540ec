/** The part of an unbounded grid that its window shows. */

import type { Face } from "../protocol/types";

export interface Camera {
  x: number; // the grid position in the middle of the window
  y: number;
  zoom: number; // the width of a card in pixels
}

export const PITCH = { x: 1.1, y: 1.5 }; // the distance between positions, in card widths
const HIGH = 1.4; // the height of a card, in card widths
const LEAST = 22;
const LEAST_FRAMED = 10; // cards may become smaller than by zooming, so that everything is visible
const MOST = 130;

/** The camera that shows all faces with a margin. */
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

/** The camera at a given zoom that shows as much of `focus` as possible and as little empty grid as possible. */
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

/** The faces that lie beyond each edge of the window or are cut by it, nearest first. */
export function outside(faces: readonly Face[], camera: Camera, width: number, height: number): { side: Edge; faces: Face[] }[] {
  const [across, down] = [(width / camera.zoom - 1) / PITCH.x / 2, (height / camera.zoom - HIGH) / PITCH.y / 2];
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

/** Zoom around a point of the window, measured from its centre. */
export function zoomAt(camera: Camera, factor: number, px: number, py: number): Camera {
  const zoom = Math.min(MOST, Math.max(Math.min(LEAST, camera.zoom), camera.zoom * factor));
  const shift = 1 / camera.zoom - 1 / zoom;
  return { x: camera.x + (px * shift) / PITCH.x, y: camera.y + (py * shift) / PITCH.y, zoom };
}

export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / (camera.zoom * PITCH.x), y: camera.y - dy / (camera.zoom * PITCH.y) };
}
