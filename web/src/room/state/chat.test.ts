// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { roomInfo, sitter } from "../../../dev/build";
import { openRoom } from "../../../dev/room";
import { announcer } from "../../base/announcer.svelte";
import { settings } from "../../base/settings.svelte";
import type { ChatLine } from "../../protocol/types";
import { lengthOf } from "./chat.svelte";

const FAMILY = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";
const line = (number: number, text: string, more: Partial<ChatLine> = {}): ChatLine => ({ number, seat: 1, name: "Bo", you: false, text, time: 0, ...more });
const ERROR = { type: "error", message: "", rule: "" } as const;

function table() {
  const opened = openRoom({ seats: [sitter(0, "Kim", { you: true }), sitter(1, "Bo")] });
  opened.show({});
  const hear = (lines: ChatLine[], whole = false): void => opened.receive({ type: "chat_lines", lines, whole });
  return { ...opened, chat: opened.room.chat, hear };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  settings.chat = true;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("lines that come are unread, are shown at their seat and are read out, until somebody reads them", () => {
  const { room, chat, hear } = table();
  hear([line(1, "Earlier")], true);
  expect([chat.unread, chat.lines.length]).toEqual([0, 1]);
  hear([line(2, "Now".repeat(60))]);
  expect([chat.unread, room.bubbles.bySeat[1]?.text.length]).toEqual([1, 90]);
  expect(announcer.text).toContain("Bo writes: Now");
  const close = chat.open();
  hear([line(3, "Seen"), line(2, "again")]);
  expect([chat.unread, chat.lines.map(({ number }) => number)]).toEqual([0, [1, 2, 3]]);
  close();
  hear([line(4, "Psst", { seat: null, name: "Zoe" })]);
  expect([chat.unread, room.bubbles.bySeat[1]?.text.startsWith("Now")]).toEqual([1, true]);
  room.close();
});

test("what is written stays in its field until the server has it", () => {
  const { room, chat, hear, receive, sent, setOnline } = table();
  chat.draft = " Hello ";
  chat.send();
  chat.send();
  expect(sent).toEqual([{ type: "chat", text: "Hello" }]);
  receive({ ...ERROR, code: "not_said", message: "You write faster than others can read; send it again in 2 s." });
  expect([chat.draft, chat.isSending, chat.error.startsWith("You write faster")]).toEqual([" Hello ", false, true]);
  chat.send();
  receive({ ...ERROR, code: "storage", message: "The database does not answer." });
  expect([chat.draft, chat.error]).toEqual([" Hello ", "The database does not answer."]);
  chat.send();
  setOnline(false);
  expect([chat.draft, chat.isSending]).toEqual([" Hello ", false]);
  chat.send();
  expect(chat.error).toContain("kept here");
  setOnline(true);
  chat.send();
  chat.draft = "Hello you";
  hear([line(1, "Hello", { seat: 0, you: true })]);
  expect([chat.draft, chat.isSending]).toEqual(["Hello you", false]); // it was typed meanwhile
  chat.send();
  setOnline(false);
  expect(chat.error).toContain("send it again");
  setOnline(true);
  hear([line(1, "Hello", { seat: 0, you: true }), line(2, "Hello you", { seat: 0, you: true })], true);
  expect([chat.draft, chat.error, chat.isSending, chat.unread]).toEqual(["", "", false, 0]);
  room.close();
});

test("a line of 10,000 characters is not sent, and not lost", () => {
  const { room, chat, sent } = table();
  chat.draft = "x".repeat(10_000);
  chat.send();
  expect([sent.length, chat.draft.length, chat.error]).toEqual([0, 10_000, "A line has at most 280 characters; this one has 10,000."]);
  expect(lengthOf(FAMILY.repeat(3))).toBe(3);
  room.close();
});

test("whoever wants no chat is not told of it", () => {
  const { room, chat, hear } = table();
  settings.chat = false;
  announcer.text = "";
  hear([line(1, "Hello")]);
  expect([chat.unread, room.bubbles.bySeat[1], announcer.text, chat.lines.length]).toEqual([0, undefined, "", 1]);
  room.close();
});

test("it is offered where somebody else plays or watches", () => {
  const { room, chat, hear } = table();
  const bot = sitter(1, "Ada", { kind: "bot" });
  const [alone, watching] = [roomInfo({ seats: [sitter(0, "Kim", { you: true }), bot] }), roomInfo({ host: false, seats: [sitter(0, "Kim"), bot] })];
  expect([chat.isOffered(null), chat.isOffered(alone), chat.isOffered(watching), chat.isOffered(roomInfo({ seats: [bot] }))]).toEqual([false, false, true, false]);
  expect(chat.isOffered({ ...alone, watched: true })).toBe(true);
  hear([line(1, "Hello")], true);
  expect(chat.isOffered(alone)).toBe(true);
  room.close();
});
