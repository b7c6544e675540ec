// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Heartbeat } from "./heartbeat";

let beats = 0;
let losses = 0;
let isHidden = false;
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));
const newHeartbeat = (): Heartbeat => new Heartbeat(() => beats++, () => losses++, wait);
/** Advance the clock; every beat is answered after `answer` milliseconds, or never if that is null. */
async function pass(heartbeat: Heartbeat, milliseconds: number, answer: number | null): Promise<void> {
  let seen = beats - (answer === null ? 0 : 1);
  for (let i = 0; i < milliseconds; i += 50) {
    if (answer !== null && beats > seen) {
      seen = beats;
      setTimeout(() => heartbeat.hear(), answer);
    }
    await vi.advanceTimersByTimeAsync(50);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  [beats, losses, isHidden] = [0, 0, false];
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a connection whose beats are answered holds", async () => {
  const heartbeat = newHeartbeat();
  heartbeat.start(20);
  await pass(heartbeat, 10_000, 20);
  expect([losses, beats > 8]).toEqual([0, true]);
});

test("silence is noticed within three seconds, whenever it begins", async () => {
  for (const before of [1000, 1250, 1500, 1700]) {
    losses = 0;
    const heartbeat = newHeartbeat();
    heartbeat.start(20);
    await pass(heartbeat, before, 20);
    await pass(heartbeat, 2700, null);
    expect([before, losses]).toEqual([before, 1]);
    heartbeat.stop();
  }
});

test("a page in the background claims no loss, and asks again once it is in front", async () => {
  const heartbeat = newHeartbeat();
  heartbeat.start(20);
  isHidden = true;
  await pass(heartbeat, 60_000, null);
  expect([losses, beats]).toEqual([0, 1]);
  isHidden = false;
  heartbeat.beat();
  await pass(heartbeat, 2400, null);
  expect(losses).toBe(1);
});

test("a slow network gets more time", async () => {
  const heartbeat = newHeartbeat();
  heartbeat.start(3000);
  expect(heartbeat.patience).toBe(4500);
  await pass(heartbeat, 20_000, 1900);
  expect(losses).toBe(0);
});

test("a heartbeat that was stopped says nothing more", async () => {
  const heartbeat = newHeartbeat();
  heartbeat.start(20);
  heartbeat.stop();
  heartbeat.hear();
  await pass(heartbeat, 10_000, null);
  expect([losses, beats]).toEqual([0, 1]);
});
