/** The page's addresses, which are in the fragment, after the `#`. */

export type Route =
  | { page: "home" }
  | { page: "room"; room: string }
  | { page: "replay"; room: string; made: number | null; viewpoint: string; isReviewed: boolean }
  | { page: "join" | "device" | "friend"; code: string }
  | { page: "statistics" | "games" | "friends" }
  | { page: "lesson" | "puzzle" | "daily"; game: string }
  | { page: "rules"; game: string; rule: string };

export function parseRoute(hash: string): Route {
  const [path = "", rule = ""] = hash.replace(/^#\/?/, "").split("#");
  const [page, id = "", made = "", viewpoint = "", review = ""] = path.split("/").map(decodeURIComponent);
  if (page === "room" && id) return { page, room: id };
  if (page === "replay" && id) return { page, room: id, made: /^\d+$/.test(made) ? Number(made) : null, viewpoint, isReviewed: review === "review" };
  if ((page === "join" || page === "device" || page === "friend") && id) return { page, code: id };
  if (page === "statistics" || page === "games" || page === "friends") return { page };
  if ((page === "lesson" || page === "daily") && id) return { page, game: id };
  if (page === "puzzle") return { page, game: id };
  if (page === "rules" && id) return { page, game: id, rule: decodeURIComponent(rule) };
  return { page: "home" };
}

/** A link to a route as it is shared: programs that preview links see nothing of what follows a #. */
export const shared = (link: string, page: string): string => new URL(link.replace(/^#\//, ""), page.replace(/#.*/, "")).href;

export const homeLink = "#/";
export const roomLink = (room: string): string => `#/room/${encodeURIComponent(room)}`;
/** A position of a finished game, as seen by a seat, a spectator ("none") or with open hands ("open"). */
export const replayLink = (room: string, made: number | null = null, viewpoint = ""): string =>
  `#/replay/${encodeURIComponent(room)}${made === null ? "" : `/${made}${viewpoint && `/${viewpoint}`}`}`;
export const gamesLink = "#/games";
export const lessonLink = (game: string): string => `#/lesson/${encodeURIComponent(game)}`;
/** The deal of the day of a game, on the page with the games. */
export const dailyLink = (game: string): string => `#/daily/${encodeURIComponent(game)}`;
/** The puzzle of the day, of a game or of all. */
export const puzzleLink = (game = ""): string => `#/puzzle${game && `/${encodeURIComponent(game)}`}`;
/** The review of a finished game, from its beginning. */
export const reviewLink = (room: string): string => `${replayLink(room, 0)}//review`;
export const rulesLink = (game: string, rule = ""): string =>
  `#/rules/${encodeURIComponent(game)}${rule && `#${encodeURIComponent(rule)}`}`;
