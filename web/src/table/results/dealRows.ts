/** The table of deals: its columns, and what stands in each row. */

import { sideName } from "../../room/info/seats";
import type { DealLine, Note, SeatView, View } from "../../protocol/types";

export interface Column {
  seats: number[];
  name: string;
}

export interface Row {
  deal: number;
  notes: Note[]; // about the whole deal
  cells: { lines: DealLine[]; notes: Note[] }[]; // by column
}

/** A column for each seat, or for each side where only sides are scored. */
export function columnsOf({ seats, sheet }: Pick<View, "seats" | "sheet">): Column[] {
  const sides = [...new Set(seats.map(({ side }) => side))].filter((side) => side !== null);
  if (sheet.length || !sides.length) return seats.map(({ seat, name }) => ({ seats: [seat], name }));
  const of = (side: number): SeatView[] => seats.filter((seat) => seat.side === side);
  return sides.map((side) => ({ seats: of(side).map(({ seat }) => seat), name: sideName(of(side)) }));
}

/** A row for each deal of which there is something to say, in their order. */
export function rowsOf(view: Pick<View, "seats" | "sheet" | "deals">): Row[] {
  const columns = columnsOf(view);
  const noted = view.deals.filter(({ notes }) => notes.length);
  const deals = [...new Set([...view.sheet, ...noted].map(({ deal }) => deal))].sort((a, b) => a - b);
  return deals.map((deal) => {
    const notes = noted.find((one) => one.deal === deal)?.notes ?? [];
    const lines = view.sheet.find((one) => one.deal === deal)?.lines ?? [];
    return {
      deal,
      notes: notes.filter(({ seats }) => !seats.length),
      cells: columns.map(({ seats }) => ({
        lines: lines.filter(({ seat }) => seats.includes(seat)),
        notes: notes.filter((note) => note.seats.length && note.seats.every((seat) => seats.includes(seat))),
      })),
    };
  });
}
