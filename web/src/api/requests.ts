/** The requests to the server over HTTP. */

import { newContribution } from "./contribution";
import { keep } from "./shuffleMemory";
import type { Again, Branch, Daily, DeviceLink, GameRecord, GameReview, Games, InvitationInfo, Link, Me, NewRoom, Promise as Promised, Refusal, Replay, Report, RoomInfo, RoomMade, Rooms, RulePage, Statistics, View } from "../protocol/types";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

let arriving: Promise<Me> | null = null; // the answer to who this is, while it is awaited

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  if (method !== "GET") await arriving?.catch(() => undefined);
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refused("offline", "The server does not answer. Check that it is running, then try again.");
  }
  if (answer.status === 204) return undefined as T;
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const error = (data as Partial<Refusal> | null)?.error;
  throw new Refused(error?.code ?? "unknown", error?.message ?? `The server answered with ${answer.status}. Try again.`);
}

const id = encodeURIComponent;

let games: Promise<Games> | null = null;

/** The games, requested once. */
export function getGames(): Promise<Games> {
  if (!games) {
    games = ask<Games>("games");
    games.catch(() => (games = null));
  }
  return games;
}

export const getRules = (game: string): Promise<RulePage> => ask(`games/${id(game)}/rules`);
export const getPicture = (game: string): Promise<View> => ask(`games/${id(game)}/picture`);

/** Who this is. Whoever comes for the first time becomes somebody, once: two requests at a time would make two people of them. */
export function getMe(): Promise<Me> {
  arriving ??= ask<Me>("me").finally(() => (arriving = null));
  return arriving;
}

export const getRoom = (room: string): Promise<RoomInfo> => ask(`rooms/${id(room)}`);
export const rename = (name: string): Promise<Me> => ask("me", "PUT", { name });
export const newDevice = (): Promise<DeviceLink> => ask("me/devices", "POST");
export const useDevice = (code: string): Promise<Me> => ask("devices", "POST", { code });
export const invite = (room: string, seat: number | null): Promise<Link> => ask(`rooms/${id(room)}/invitations`, "POST", { seat });
export const getInvitation = (code: string): Promise<InvitationInfo> => ask(`invitations/${id(code)}`);
export const join = async (code: string, name: string): Promise<string> => (await ask<RoomMade>("join", "POST", { code, name })).room;
export const ROOMS_A_PAGE = 50;
export const getRooms = async (page = 0): Promise<RoomInfo[]> => (await ask<Rooms>(`rooms?page=${page}`)).rooms;
export const getDaily = (): Promise<Daily> => ask("daily");

/** Begin a game: the server promises its part of the shuffle first, then this browser adds its own, if it plays. */
async function begin(path: string, wanted: NewRoom | Again, plays: boolean): Promise<string> {
  if (!plays) return (await ask<RoomMade>(path, "POST", wanted)).room;
  const { promise, commitment } = await ask<Promised>("promises", "POST");
  const random = newContribution();
  const { room } = await ask<RoomMade>(path, "POST", { ...wanted, promise, random });
  keep(room, commitment, random);
  return room;
}

export function newRoom(wanted: NewRoom): Promise<string> {
  const plays = !wanted.watch && (!wanted.seats || wanted.seats.some((seat) => seat.kind === "you"));
  return begin("rooms", wanted, plays && !wanted.deal && !wanted.daily && !wanted.winnable);
}

/** The same once more. alone: this browser's person plays, and nobody else; where others do, all add their own when they come in. */
export const playAgain = (room: string, alone: boolean, deal: "new" | "same" = "new"): Promise<string> =>
  begin(`rooms/${id(room)}/again`, { deal }, alone && deal === "new");
export const giveUp = (room: string): Promise<void> => ask(`rooms/${id(room)}/give-up`, "POST");
export const deleteRoom = (room: string): Promise<void> => ask(`rooms/${id(room)}`, "DELETE");
export const getRecord = (room: string): Promise<GameRecord> => ask(`rooms/${id(room)}/record`);

export const getReplay = (room: string, eyes: string | number): Promise<Replay> => ask(`rooms/${id(room)}/replay?seat=${eyes}`);
export const getReplayView = (room: string, made: number, eyes: string | number): Promise<View> =>
  ask(`rooms/${id(room)}/replay/${made}?seat=${eyes}`);
export const getReview = (room: string, seat: number): Promise<GameReview> => ask(`rooms/${id(room)}/review?seat=${seat}`);
export const branch = async (room: string, wanted: Branch): Promise<string> =>
  (await ask<RoomMade>(`rooms/${id(room)}/branch`, "POST", wanted)).room;
/** A room to look at in which the deal of a lost game for one is won. */
export const getSolution = async (room: string): Promise<string> => (await ask<RoomMade>(`rooms/${id(room)}/solution`, "POST")).room;
export const getReport = (room: string): Promise<Report> => ask(`rooms/${id(room)}/report`);
export const openRecord = async (record: object): Promise<string> => (await ask<RoomMade>("records", "POST", record)).room;
export const getStatistics = (): Promise<Statistics> => ask("statistics");

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : "Something went wrong. Try again.");
