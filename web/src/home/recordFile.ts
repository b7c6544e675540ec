/** Opens game records from files. */

import { openRecord, Refused } from "../api/requests";

export const LARGEST = 524_288; // bytes that the server accepts

const NO_RECORD = "is no game record of Sevenfold";

/** Open a record on the server, and return its room. A file that cannot be opened is refused with a sentence about the reason. */
export async function openFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Refused("too_large", `${file.name} ${NO_RECORD}: it is larger than ${LARGEST / 1024} KiB.`);
  return openRecord(recordIn(await file.text(), file.name));
}

/** The record in a file, which may be part of a fault report. */
export function recordIn(text: string, name: string): object {
  let held: unknown;
  try {
    held = JSON.parse(text);
  } catch {
    throw new Refused("bad_record", `${name} ${NO_RECORD}: it is not JSON.`);
  }
  const inReport = fieldOf(held, "record");
  const record = inReport ?? held;
  if (typeof record !== "object" || record === null || !Array.isArray(fieldOf(record, "moves")) || typeof fieldOf(record, "game") !== "string") {
    throw new Refused("bad_record", `${name} ${NO_RECORD}: it names no game with its moves.`);
  }
  return record;
}

const fieldOf = (of: unknown, name: string): unknown => (typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined);
