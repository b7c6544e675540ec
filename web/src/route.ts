/** The page's addresses, all behind the `#`. */

export type Route =
  | { page: "home" }
  | { page: "room"; room: string }
  | { page: "rules"; game: string; rule: string };

export function parseRoute(hash: string): Route {
  const [path = "", rule = ""] = hash.replace(/^#\/?/, "").split("#");
  const [page, id = ""] = path.split("/").map(decodeURIComponent);
  if (page === "room" && id) return { page, room: id };
  if (page === "rules" && id) return { page, game: id, rule: decodeURIComponent(rule) };
  return { page: "home" };
}

export const roomLink = (room: string): string => `#/room/${encodeURIComponent(room)}`;
export const rulesLink = (game: string, rule = ""): string =>
  `#/rules/${encodeURIComponent(game)}${rule && `#${encodeURIComponent(rule)}`}`;
