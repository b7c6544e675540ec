import { afterEach, expect, test, vi } from "vitest";

import { LARGEST, openFile, recordIn } from "./recordFile";

const RECORD = { format: 1, game: "pyramid", moves: ["draw"] };
const file = (content: string): File => Object.assign(new File([content], "game.json"), { text: async () => content }); // jsdom's File cannot be read

afterEach(() => vi.unstubAllGlobals());

test("a record is found by itself and within a report", () => {
  expect(recordIn(JSON.stringify(RECORD), "f")).toEqual(RECORD);
  expect(recordIn(JSON.stringify({ versions: {}, record: RECORD }), "f")).toEqual(RECORD);
});

test.each([
  ["no JSON", "PK\u0003", /^game.json is no game record of Sevenfold: it is not JSON\.$/],
  ["a number", "7", /names no game/],
  ["nothing", "null", /names no game/],
  ["something else", '{"name": "x"}', /names no game/],
  ["an empty report", '{"record": 1}', /names no game/],
])("%s is told in a sentence", async (_, content, told) => {
  await expect(openFile(file(content))).rejects.toThrow(told);
});

test("a file that is too large is not sent", async () => {
  await expect(openFile(file("x".repeat(LARGEST + 1)))).rejects.toThrow("larger than 512 KiB");
});

test("the server gets the record, and says what does not fit", async () => {
  const asked: [string, unknown][] = [];
  const answers = [new Response('{"room": "r"}', { status: 201 }), new Response('{"error": {"code": "bad_record", "message": "Move 1 does not fit."}}', { status: 422 })];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push([path, JSON.parse(String(init.body))]);
    return answers.shift();
  });
  expect(await openFile(file(JSON.stringify(RECORD)))).toBe("r");
  expect(asked).toEqual([["api/records", RECORD]]);
  await expect(openFile(file(JSON.stringify(RECORD)))).rejects.toThrow("Move 1 does not fit.");
});
