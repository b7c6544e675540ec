import { expect, test } from "vitest";

import { seat } from "../../../dev/build";
import type { DealSummary, Note } from "../../protocol/types";
import { columnsOf, rowsOf } from "./dealRows";

const note = (label: string, seats: number[] = []): Note => ({ label, text: "", suits: ["H"], card: null, seats });
const scored = (deal: number): DealSummary => ({ deal, lines: [0, 1].map((seat) => ({ seat, bid: null, took: 1, terms: [], points: 1, total: deal })) });
const alone = [seat(0, "You"), seat(1, "Bo")];
const sided = [0, 1, 2, 3].map((n) => seat(n, ["You", "Bo", "Cleo", "Dov"][n]!, { side: n % 2 }));

test("each player has a column; each side where nobody scores alone", () => {
  expect(columnsOf({ seats: alone, sheet: [] }).map(({ name }) => name)).toEqual(["You", "Bo"]);
  expect(columnsOf({ seats: sided, sheet: [] })).toEqual([{ seats: [0, 2], name: "You and Cleo" }, { seats: [1, 3], name: "Bo and Dov" }]);
  expect(columnsOf({ seats: sided, sheet: [scored(1)] })).toHaveLength(4);
  const fromCleo = sided.map((one) => ({ ...one, name: ["Ada", "Bo", "You", "Dov"][one.seat]! }));
  expect(columnsOf({ seats: fromCleo, sheet: [] }).map(({ name }) => name)).toEqual(["You and Ada", "Bo and Dov"]);
});

test("a row for each deal that is scored or noted, with the notes where they belong", () => {
  const rows = rowsOf({ seats: alone, sheet: [scored(1)], deals: [{ deal: 1, notes: [note("Trump"), note("Immunity", [1])] }, { deal: 2, notes: [note("Trump")] }, { deal: 3, notes: [] }] });
  expect(rows.map(({ deal, notes }) => [deal, notes.length])).toEqual([[1, 1], [2, 1]]);
  expect(rows[0]!.cells.map(({ lines, notes }) => [lines.length, notes.map(({ label }) => label)])).toEqual([[1, []], [1, ["Immunity"]]]);
  expect(rows[1]!.cells.flatMap(({ lines }) => lines)).toEqual([]);
});

test("what concerns a side stands in its column, whichever of its players comes first", () => {
  const rows = rowsOf({ seats: sided, sheet: [], deals: [{ deal: 1, notes: [note("Married", [3, 1]), note("Married", [0, 2])] }] });
  expect(rows[0]!.cells.map(({ notes }) => notes.length)).toEqual([1, 1]);
});
