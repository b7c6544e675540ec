// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { connect, openingTime, retryDelay, type ConnectionState } from "./connection";

/** A socket that the test opens, answers and closes. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly made: FakeSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onmessage?: (event: { data: string }) => void;

  constructor(readonly url: URL) {
    FakeSocket.made.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breakOff(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

let isHidden = false;
let room: "there" | "deleted" | "unreachable" = "there";

beforeEach(() => {
  vi.useFakeTimers();
  [isHidden, room, FakeSocket.made.length] = [false, "there", 0];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("AbortSignal", {
    timeout: (milliseconds: number) => {
      const signal: { onabort: (() => void) | null } = { onabort: null };
      setTimeout(() => signal.onabort?.(), milliseconds);
      return signal;
    },
  });
  vi.stubGlobal("fetch", () => {
    if (room === "unreachable") return new Promise(() => undefined);
    const body = room === "there" ? { id: "t" } : { error: { code: "unknown_room", message: "There is no such room." } };
    return Promise.resolve(new Response(JSON.stringify(body), { status: room === "there" ? 200 : 404 }));
  });
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A connection that is open, with what it told. */
function opened() {
  const states: ConnectionState[] = [];
  const heard: string[] = [];
  const connection = connect("t", { onMessage: (message) => heard.push(message.type), onStateChange: (state) => states.push(state) });
  FakeSocket.last.open();
  FakeSocket.last.hear({ type: "status", text: "" });
  return { connection, states, heard };
}

test("it is told when requests are answered, but no socket ever opens", async () => {
  const states: ConnectionState[] = [];
  const connection = connect("t", { onMessage: () => undefined, onStateChange: (state) => states.push(state) });
  for (let i = 0; i < 5; i++) {
    FakeSocket.last.breakOff();
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect(states).toEqual(["lost", "blocked"]);
  FakeSocket.last.open();
  FakeSocket.last.hear({ type: "status", text: "" });
  expect(states.at(-1)).toBe("open");
  connection.close();
});

test("a lost connection is tried again after longer and longer, and never given up", () => {
  expect([0, 1, 2, 3, 10].map(retryDelay)).toEqual([500, 1000, 2000, 3000, 3000]);
  expect([0, 1, 2, 3, 10].map(openingTime)).toEqual([8000, 2000, 4000, 6000, 12_000]);
});

test("a socket that looks open is lost after less than three seconds of silence", async () => {
  const { connection, states, heard } = opened();
  expect(FakeSocket.last.sent).toEqual(['{"type":"beat"}']);
  const silent = FakeSocket.last;
  await vi.advanceTimersByTimeAsync(2800);
  expect([states, silent.readyState]).toEqual([["open", "lost"], 3]);
  expect(connection.send({ type: "start" })).toBe(false);
  silent.hear({ type: "status", text: "too late" });
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSocket.made.length).toBe(2);
  FakeSocket.last.open();
  FakeSocket.last.hear({ type: "status", text: "" });
  expect([states.at(-1), heard.length, connection.send({ type: "start" })]).toEqual(["open", 2, true]);
  connection.close();
});

test("an attempt that a dead network swallows is abandoned, and the next one is made", async () => {
  room = "unreachable";
  const { connection, states } = opened();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(FakeSocket.made.length).toBeGreaterThan(3);
  expect(FakeSocket.made.filter((socket) => socket.readyState !== 3).length).toBeLessThan(2);
  expect(states).toEqual(["open", "lost"]);
  connection.close();
});

test("a closed socket that cannot be opened again counts as lost within three seconds", async () => {
  const { connection, states } = opened();
  FakeSocket.last.breakOff();
  await vi.advanceTimersByTimeAsync(2600);
  expect(states).toEqual(["open", "connecting", "lost"]);
  connection.close();
});

test("when the network comes back, or the page to the front, a new attempt is made at once", async () => {
  const { connection } = opened();
  await vi.advanceTimersByTimeAsync(20_000);
  for (const event of ["online", "visibilitychange"]) {
    const before = FakeSocket.made.length;
    (event === "online" ? window : document).dispatchEvent(new Event(event));
    expect(FakeSocket.made.length).toBe(before + 1);
  }
  connection.close();
});

test("a network that goes is found out about at once; a server on the same machine is still there", async () => {
  const { connection, states } = opened();
  FakeSocket.last.hear({ type: "beat" });
  dispatchEvent(new Event("offline"));
  expect(FakeSocket.last.sent.length).toBe(2);
  FakeSocket.last.hear({ type: "beat" });
  await vi.advanceTimersByTimeAsync(500);
  expect(states).toEqual(["open"]);
  dispatchEvent(new Event("offline"));
  await vi.advanceTimersByTimeAsync(2250);
  expect(states).toEqual(["open", "lost"]);
  connection.close();
});

test("a page in the background keeps its connection without beats", async () => {
  const { connection, states } = opened();
  isHidden = true;
  await vi.advanceTimersByTimeAsync(100_000);
  expect([states, FakeSocket.made.length, FakeSocket.last.sent.length]).toEqual([["open"], 1, 1]);
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.last.sent.length).toBe(2);
  connection.close();
});

test("a room that was deleted meanwhile is gone", async () => {
  room = "deleted";
  const { states } = opened();
  FakeSocket.last.breakOff();
  await vi.advanceTimersByTimeAsync(500);
  FakeSocket.last.breakOff();
  await vi.advanceTimersByTimeAsync(100);
  expect(states).toEqual(["open", "connecting", "lost", "gone"]);
});

test("the page loads itself anew when the game's file has changed", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { href: "http://localhost/", reload });
  const { connection, states } = opened();
  FakeSocket.last.breakOff(1006);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(retryDelay(0));
  FakeSocket.last.open();
  FakeSocket.last.breakOff(4205);
  expect(reload).toHaveBeenCalledOnce();
  expect(states).not.toContain("lost");
  connection.close();
});
