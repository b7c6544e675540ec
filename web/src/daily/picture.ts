/** The picture to paste: date, game, result and the last seven days, and no cards. */

import type { DailyResults, DailyStreak } from "../protocol/types";
import { dayText } from "../base/dates";
import { capital } from "../base/letters";
import { attemptText, streakText } from "./words";

const SIZE = 1000;
const MARGIN = 90;
const INK = "#23262b";
const MUTED = "#5a5e66";
const COLOURS: Readonly<Record<DailyStreak["days"][number], string>> = { won: "#2b8a3e", lost: "#a9a08d", "given up": "#a9a08d", "": "#e6e1d6" };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The picture as a PNG; null where the browser draws none. */
export async function picture(results: DailyResults): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d");
  if (!pen || !results.mine) return null;
  draw(pen, results);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function draw(pen: CanvasRenderingContext2D, results: DailyResults): void {
  pen.fillStyle = "#f2eee5";
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.textBaseline = "alphabetic";
  line(pen, `Sevenfold · ${dayText(results.date)}`, 150, 44, MUTED, 500);
  let at = line(pen, results.name, 260, 88, INK, 750);
  if (results.options_text) at = line(pen, results.options_text, at + 60, 38, MUTED, 400);
  const told = attemptText(results.mine!);
  at = line(pen, capital(told), Math.max(430, at + 110), 64, INK, 650);
  const row = streakText(results.streak);
  if (row) line(pen, row, at + 74, 44, MUTED, 500);
  squares(pen, results.streak.days, 690);
}

/** One line of text, smaller if it would be too long; returns where it stands. */
function line(pen: CanvasRenderingContext2D, text: string, at: number, size: number, colour: string, weight: number): number {
  pen.font = `${weight} ${size}px ${FONT}`;
  const fits = Math.min(1, (SIZE - 2 * MARGIN) / pen.measureText(text).width);
  pen.font = `${weight} ${Math.floor(size * fits)}px ${FONT}`;
  pen.fillStyle = colour;
  pen.fillText(text, MARGIN, at);
  return at;
}

/** A square for each of the last days: filled where it was played, with a tick where it was won. */
function squares(pen: CanvasRenderingContext2D, days: DailyStreak["days"], top: number): void {
  const gap = 16;
  const side = (SIZE - 2 * MARGIN - gap * (days.length - 1)) / days.length;
  for (const [i, day] of days.entries()) {
    const left = MARGIN + i * (side + gap);
    pen.fillStyle = COLOURS[day];
    pen.beginPath();
    pen.roundRect(left, top, side, side, 18);
    pen.fill();
    if (day !== "won") continue;
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = 10;
    pen.lineCap = pen.lineJoin = "round";
    pen.beginPath();
    pen.moveTo(left + side * 0.27, top + side * 0.53);
    pen.lineTo(left + side * 0.44, top + side * 0.7);
    pen.lineTo(left + side * 0.74, top + side * 0.33);
    pen.stroke();
  }
}
