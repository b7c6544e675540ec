/** The Svelte context of a drawn table: what all of its parts need to know. */

import { getContext, setContext } from "svelte";

import type { Names } from "../base/names";
import type { Room } from "./room.svelte";

export interface TableContext {
  readonly deck: string;
  readonly names: Names;
  readonly room: Room | null; // null: a picture that cannot be played on
  readonly seats: number;
  readonly isReplay: boolean; // nothing can be done
  readonly hasSeatLines: boolean; // lines or badges may stand at a seat
  readonly bottom: number; // the seat nearest to the viewer
  readonly sentence: (text: string) => string; // as there is room for it: with short names where there is little
  readonly textSize: () => number; // where 1 is 16 pixels; known to the table, because asking the browser makes it compute all styles
}

const KEY = Symbol("table");

export const setTableContext = (context: TableContext): TableContext => setContext(KEY, context);
export const getTableContext = (): TableContext => getContext<TableContext>(KEY);
