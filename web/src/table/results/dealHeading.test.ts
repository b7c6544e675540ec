import { expect, test } from "vitest";

import type { Track } from "../../protocol/types";
import { headingOf } from "./dealHeading";

const track = (id: string, label: string, text: string, value: number, side: number | null = null): Track => ({ id, label, text, side, value, of: 50, steps: [] });

test("a deal's result says how far the game has come", () => {
  expect(headingOf({ deal: 1 }, [track("deals", "Round", "1 of 22", 1), track("bids", "Bids", "3 bid for 1 trick", 3)])).toEqual({ title: "Deal 1 of 22", aside: "" });
  expect(headingOf({ deal: 2 }, [track("target", "Best total", "15 of 50", 15)])).toEqual({ title: "Deal 2", aside: "Best total 15 of 50" });
  expect(headingOf(null, [track("suits-0", "Marked off", "6 of 7", 6, 0)])).toEqual({ title: "The deal is over", aside: "" });
  expect(headingOf(null, [track("suits-0", "Marked off", "6 of 7", 6, 0)], 3)).toEqual({ title: "Deal 3 is over", aside: "" });
});

test("a track that has gone on to the next deal is not taken for this one", () => {
  expect(headingOf({ deal: 1 }, [track("deals", "Deal", "2 of 4", 2)])).toEqual({ title: "Deal 1", aside: "" });
});
