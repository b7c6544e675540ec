/** What every part of a drawn table needs to know, passed down as Svelte context. */

import { getContext, setContext } from "svelte";

import type { Names } from "../base/names";
import type { Room } from "./room.svelte";

export interface TableContext {
  readonly deck: string;
  readonly names: Names;
  readonly room: Room | null; // null: a picture, which nobody can touch
  readonly seats: number;
  readonly bottom: number; // the seat nearest to the viewer
}

const KEY = Symbol("scene");

export const setTableContext = (scene: TableContext): TableContext => setContext(KEY, scene);
export const getTableContext = (): TableContext => getContext<TableContext>(KEY);
