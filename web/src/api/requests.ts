/** The HTTP requests to the server. */

import { newContribution } from "./contribution";
import { rememberShuffle } from "./shuffleMemory";
import { learnTime } from "../base/dates";
import type { Again, Branch, Daily, DailyResults, DeviceLink, DeviceOwner, FriendLink, FriendOffer, Friends, FriendState, GameRecord, GameReview, Games, GoingOn, HomeNews, InvitationInfo, LessonInfo, Link, Me, NetworkInfo, NewRoom, NewSubscription, Played, PlayedWith, Promise as Promised, PushInfo, PuzzleAnswer, PuzzleInfo, Puzzles, Refusal, Replay, Report, RoomFriends, RoomInfo, RoomMade, Rooms, RulePage, Statistics, View } from "../protocol/types";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const WATCHED_AFTER = 8000; // milliseconds
const PROBE = 5000; // milliseconds for an answer to the question whether the server is there

/**
 * Watches over a request whose answer is late. It may be long in the making, since games are compiled; but a network that has
 * gone silent answers nothing at all, and then the request is given up.
 */
class Watch {
  private readonly control = new AbortController();
  readonly signal = this.control.signal;
  private timer: ReturnType<typeof setTimeout> | null = setTimeout(() => void this.probe(), WATCHED_AFTER);

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async probe(): Promise<void> {
    try {
      await fetch("livez", { cache: "no-store", signal: AbortSignal.timeout(PROBE) });
      if (this.timer) this.timer = setTimeout(() => void this.probe(), WATCHED_AFTER);
    } catch {
      this.control.abort();
    }
  }
}

let pendingMe: Promise<Me> | null = null; // the running request for the player's identity
let known = false; // to the server, which has given this browser a cookie

/** Ask the server; a refusal is thrown as `Refused`. */
export async function request<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  if (method !== "GET") await pendingMe?.catch(() => undefined);
  const watch = new Watch();
  let answer: Response;
  let data: unknown = null;
  try {
    answer = await fetch(`api/${path}`, {
      method,
      signal: watch.signal,
      keepalive: method === "DELETE", // what was to be gone goes, even if the page is left at once
      headers: { ...(known && { "Sevenfold-Known": "1" }), ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    learnTime(answer.headers.get("date"));
    if (answer.status !== 204) data = await answer.json().catch(() => (watch.signal.aborted ? Promise.reject(new TypeError()) : null));
  } catch {
    throw new Refused("offline", "The server does not answer. Check the connection and that the server is running, then try again.");
  } finally {
    watch.stop();
  }
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return data as T;
  const error = (data as Partial<Refusal> | null)?.error;
  throw new Refused(error?.code ?? "unknown", error?.message ?? `The server answered with ${answer.status}. Try again.`);
}

const AWAY: readonly string[] = ["offline", "closing", "storage", "unknown"]; // the last is what a proxy says in its stead

/** Whether a request failed because the server, or what it needs, is away, so that the same request may be answered soon. */
export const isServerAway = (failed: unknown): boolean => failed instanceof Refused && AWAY.includes(failed.code);

const id = encodeURIComponent;

export const NO_COOKIES = "This browser keeps no cookies, so it cannot keep who you are. Allow cookies for this page, then load it again.";

let games: Promise<Games> | null = null;

/** The games; requested once. */
export function getGames(): Promise<Games> {
  if (!games) {
    games = request<Games>("games");
    games.catch(() => (games = null));
  }
  return games;
}

export const getRules = (game: string): Promise<RulePage> => request(`games/${id(game)}/rules`);
export const getLesson = (game: string): Promise<LessonInfo> => request(`games/${id(game)}/lesson`);
export const getPicture = (game: string): Promise<View> => request(`games/${id(game)}/picture`);

/** Who the player is to the server. Somebody new is asked for once more: a browser that blocks cookies is refused then, with a sentence that says so. */
async function identify(): Promise<Me> {
  const me = await request<Me>("me");
  known = true;
  return me.new ? request<Me>("me") : me;
}

/** The player's identity, which the server creates on the first visit. Only one request runs at a time, because two would create two identities. */
export function getMe(): Promise<Me> {
  pendingMe ??= identify().finally(() => (pendingMe = null));
  return pendingMe;
}

export const getRoom = (room: string): Promise<RoomInfo> => request(`rooms/${id(room)}`);
export const rename = (name: string): Promise<Me> => request("me", "PUT", { name });
/** The path of this page, which links to it need: behind a proxy it may not be "/". */
const pageAt = (): { page: string } => ({ page: location.pathname.replace(/[^/]*$/, "") });
export const newDevice = (): Promise<DeviceLink> => request("me/devices", "POST", pageAt());
/** Whose account a link opens, which is not used by that. */
export const lookAtDevice = (code: string): Promise<DeviceOwner> => request("devices/look", "POST", { code });
/** Log in by a link; `bring`: what was played in this browser before comes along. */
export const useDevice = (code: string, bring: boolean): Promise<Me> => request("devices", "POST", { code, bring });
export const invite = (room: string, seat: number | null): Promise<Link> => request(`rooms/${id(room)}/invitations`, "POST", { seat, ...pageAt() });
/** Which other devices reach the server. */
export const getNetwork = (): Promise<NetworkInfo> => request("network");
/** Open the server to the network of its computer, or close it again. */
export const openToNetwork = (open: boolean): Promise<NetworkInfo> => request("network", "PUT", { open });
/** The key with which a browser subscribes to being called; empty if the server calls nobody. */
export const getPush = (): Promise<PushInfo> => request("push");
export const subscribe = (wanted: NewSubscription): Promise<void> => request("subscriptions", "POST", wanted);
export const unsubscribe = (subscription: string): Promise<void> => request(`subscriptions/${id(subscription)}`, "DELETE");
export const getInvitation = (code: string): Promise<InvitationInfo> => request(`invitations/${id(code)}`);
export const join = async (code: string, name: string): Promise<string> => (await request<RoomMade>("join", "POST", { code, name })).room;
/** Take an open seat of a room that is open to everybody. */
export const sit = async (room: string): Promise<string> => (await request<RoomMade>(`rooms/${id(room)}/sit`, "POST", {})).room;
/** Open a room that waits for players to everybody, or only to who is invited. */
export const setPublic = (room: string, on: boolean): Promise<void> => request(`rooms/${id(room)}/public`, "PUT", { on });

/** Invitations of friends, requests and open tables. */
export async function getNews(): Promise<HomeNews> {
  await pendingMe?.catch(() => undefined);
  return request("news");
}
export const takeInvitation = async (invitation: string): Promise<string> => (await request<RoomMade>(`me/invitations/${id(invitation)}`, "POST")).room;
export const declineInvitation = (invitation: string): Promise<void> => request(`me/invitations/${id(invitation)}`, "DELETE");
export const inviteFriend = (room: string, friend: string, seat: number | null = null): Promise<void> =>
  request(`rooms/${id(room)}/invitations/friends`, "POST", { friend, seat });
export const getFriends = (): Promise<Friends> => request("friends");
export const getPlayed = async (): Promise<PlayedWith[]> => (await request<Played>("friends/played")).people;
export const getRoomFriends = (room: string): Promise<RoomFriends> => request(`rooms/${id(room)}/friends`);
/** Ask the player of a seat to be a friend, or agree if they have asked. */
export const askFriend = (room: string, seat: number): Promise<FriendState> => request("friends/requests", "POST", { room, seat });
export const acceptFriend = (asked: string): Promise<void> => request(`friends/requests/${id(asked)}`, "POST");
export const declineFriend = (asked: string): Promise<void> => request(`friends/requests/${id(asked)}`, "DELETE");
export const removeFriend = (friend: string): Promise<void> => request(`friends/${id(friend)}`, "DELETE");
/** Block the host of a room (`seat` null) or the player of a seat, who is not told. */
export const block = (room: string, seat: number | null): Promise<void> => request("blocks", "POST", { room, seat });
export const blockAsking = (asked: string): Promise<void> => request(`friends/requests/${id(asked)}/block`, "POST");
export const unblock = (blocked: string): Promise<void> => request(`blocks/${id(blocked)}`, "DELETE");
export const newFriendLink = (): Promise<FriendLink> => request("friends/links", "POST", pageAt());
export const getFriendOffer = (code: string): Promise<FriendOffer> => request(`friends/links/${id(code)}`);
export const useFriendLink = (code: string): Promise<FriendState> => request("friends", "POST", { code });

export const ROOMS_A_PAGE = 50;
export const getRooms = async (page = 0): Promise<RoomInfo[]> => (await request<Rooms>(`rooms?page=${page}`)).rooms;
/** The few games to go on with, and how many rooms there are in all. */
export const getGoingOn = (): Promise<GoingOn> => request("rooms/going-on");
export const getDaily = (): Promise<Daily> => request("daily");
/** A deal of the day: the player's attempt and, once that has ended, everybody's results. */
export const getDailyResults = (game: string, date: string, options: object): Promise<DailyResults> =>
  request(`daily/${id(game)}?${new URLSearchParams({ date, options: JSON.stringify(options) }).toString()}`);

/** How many puzzles there are, which one is the day's, and how the player has done. */
export const getPuzzles = (): Promise<Puzzles> => request("puzzles");
/** The puzzle of the day, of a game or (empty) of all. */
export const getPuzzleOfTheDay = (game: string): Promise<PuzzleInfo> => request(`puzzles/today${game && `?game=${id(game)}`}`);
export const getNextPuzzle = (game: string, after: string): Promise<PuzzleInfo> => request(`puzzles/next?after=${id(after)}${game && `&game=${id(game)}`}`);
export const tryPuzzle = (puzzle: string, actions: readonly number[]): Promise<PuzzleAnswer> => request(`puzzles/${id(puzzle)}/tries`, "POST", { actions });
export const getPuzzleHint = (puzzle: string): Promise<PuzzleInfo> => request(`puzzles/${id(puzzle)}/hint`, "POST");
/** Give a puzzle up for its solution. */
export const getPuzzleSolution = (puzzle: string): Promise<PuzzleInfo> => request(`puzzles/${id(puzzle)}/solution`, "POST");

/** Start a game. If this browser plays, the server first commits to its part of the shuffle, then the browser adds its own. */
async function startGame(path: string, wanted: NewRoom | Again, plays: boolean): Promise<string> {
  if (!plays) return (await request<RoomMade>(path, "POST", wanted)).room;
  const { promise, commitment } = await request<Promised>("promises", "POST");
  const random = newContribution();
  const { room } = await request<RoomMade>(path, "POST", { ...wanted, promise, random });
  rememberShuffle(room, commitment, random);
  return room;
}

export function newRoom(wanted: NewRoom): Promise<string> {
  const plays = !wanted.watch && (!wanted.seats || wanted.seats.some((seat) => seat.kind === "you"));
  return startGame("rooms", wanted, plays && !wanted.deal && !wanted.daily && !wanted.winnable);
}

/**
 * Play the same game again. `shuffles`: this browser contributes to the shuffle at once; where others play, everybody does on entering.
 * `leaves`: the game is not over, and is given up.
 */
export const playAgain = (room: string, { deal = "new", shuffles = false, leaves = false }: { deal?: Again["deal"]; shuffles?: boolean; leaves?: boolean }): Promise<string> =>
  startGame(`rooms/${id(room)}/again`, { deal, leave: leaves }, shuffles);
export const giveUp = (room: string): Promise<void> => request(`rooms/${id(room)}/give-up`, "POST");
export const deleteRoom = (room: string): Promise<void> => request(`rooms/${id(room)}`, "DELETE");
export const getRecord = (room: string): Promise<GameRecord> => request(`rooms/${id(room)}/record`);

export const getReplay = (room: string, viewpoint: string | number): Promise<Replay> => request(`rooms/${id(room)}/replay?seat=${viewpoint}`);
export const getReplayView = (room: string, made: number, viewpoint: string | number): Promise<View> =>
  request(`rooms/${id(room)}/replay/${made}?seat=${viewpoint}`);
export const getReview = (room: string, seat: number): Promise<GameReview> => request(`rooms/${id(room)}/review?seat=${seat}`);
export const branch = async (room: string, wanted: Branch): Promise<string> =>
  (await request<RoomMade>(`rooms/${id(room)}/branch`, "POST", wanted)).room;
/** A finished room in which the deal of a lost solitaire game is won. */
export const getSolution = async (room: string): Promise<string> => (await request<RoomMade>(`rooms/${id(room)}/solution`, "POST")).room;
export const getReport = (room: string): Promise<Report> => request(`rooms/${id(room)}/report`);
export const openRecord = async (record: object): Promise<string> => (await request<RoomMade>("records", "POST", record)).room;
export const getStatistics = (): Promise<Statistics> => request("statistics");

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : "Something went wrong. Try again.");
