import { describe, expect, it } from "vitest";

import type { Replay, RoomInfo, ServerMessage, View } from "../protocol/types";
import { parseViewpoint, ReplayFeed } from "./replayFeed";

const info = { id: "r", status: "over", made: 3, commitment: "ab", seats: [{ seat: 0, you: true }] } as RoomInfo;
const replay: Replay = { steps: [0, 1, 2, 3].map((made) => ({ made, text: `step ${made}` })), deals: [0, 2], note: "" };

function feed(asked: string[] = []): { feed: ReplayFeed; received: ServerMessage[] } {
  const made = new ReplayFeed(info, "open", {
    steps: async () => replay,
    view: async (_room, at, viewpoint) => {
      asked.push(`${viewpoint}:${at}`);
      return { made: at, prompt: `prompt ${at}` } as View;
    },
  });
  const received: ServerMessage[] = [];
  made.connect("r", { onMessage: (message) => received.push(message), onStateChange: () => undefined });
  return { feed: made, received };
}

const shown = (message: ServerMessage): unknown => message.type === "view" && [message.view.made, message.room.status];

describe("a feed", () => {
  it("shows a moment, and the end as the end", async () => {
    const { feed: made, received } = feed();
    await made.load();
    await made.show(1);
    await made.show(99);
    expect(received.map(shown)).toEqual([[1, "open"], [3, "over"]]);
  });

  it("promises no shuffle and offers no seat: the game is over", async () => {
    const { feed: made, received } = feed();
    await made.load();
    await made.show(1);
    expect(received[0]).toMatchObject({ room: { commitment: "", seats: [{ seat: 0, you: false }] } });
  });

  it("asks for each view once, and ahead", async () => {
    const asked: string[] = [];
    const { feed: made } = feed(asked);
    await made.load();
    await made.show(0);
    await made.show(1);
    expect(asked).toEqual(["open:3", "open:0", "open:1", "open:2"]);
  });

  it("knows from the beginning what is said at the end", async () => {
    const { feed: made } = feed();
    await made.load();
    expect(made.ending).toBe("prompt 3");
  });

  it("shows only the latest moment asked for", async () => {
    const { feed: made, received } = feed();
    await made.load();
    await Promise.all([made.show(1), made.show(2)]);
    expect(received.map(shown)).toEqual([[2, "open"]]);
  });

  it("goes from deal to deal", async () => {
    const { feed: made } = feed();
    await made.load();
    await made.show(1);
    expect([made.deal(-1), made.deal(1)]).toEqual([0, 2]);
    await made.show(3);
    expect([made.deal(-1), made.deal(1)]).toEqual([2, 3]);
  });

  it("reads whose viewpoint an address means", () => {
    expect(["2", "none", "open", "x"].map(parseViewpoint)).toEqual([2, "none", "open", "open"]);
  });
});
