// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { followTable } from "./followTable";

let resized = (): void => {};
let flights: object[] = [];
let board: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", class {
    constructor(tell: () => void) {
      resized = tell;
    }
    observe(): void {}
    disconnect(): void {
      resized = () => {};
    }
  });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => (frame(), 0));
  vi.stubGlobal("cancelAnimationFrame", () => {});
  document.body.innerHTML = '<div class="board"><div class="centre"></div></div>';
  board = document.querySelector(".board")!;
  flights = [];
  board.getAnimations = () => flights as Animation[];
});
afterEach(() => vi.unstubAllGlobals());

test("a popup is placed again when what lies under it has come to rest, and when a part of the table gets another size", async () => {
  let land = (): void => {};
  flights = [{ effect: null, finished: new Promise<void>((done) => (land = done)) }];
  let placed = 0;
  const following = followTable(board, () => !!++placed);
  const first = placed;
  expect(first).toBeGreaterThan(1);
  flights = [];
  land();
  await vi.waitFor(() => expect(placed).toBe(first + 1));
  resized();
  expect(placed).toBe(2 * first + 1);
  following.again();
  expect(placed).toBe(3 * first + 1);
  following.stop();
  resized();
  expect(placed).toBe(3 * first + 1);
});

test("it is not placed again once that is no longer wanted", () => {
  const place = vi.fn(() => false);
  followTable(board, place);
  expect(place).toHaveBeenCalledTimes(1);
});
