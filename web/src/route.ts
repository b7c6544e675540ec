/** The page's addresses, all behind the `#`. */

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "rules"; game: string; rule: string };

export function parseRoute(hash: string): Route {
  const [path = "", rule = ""] = hash.replace(/^#\/?/, "").split("#");
  const [page, id = ""] = path.split("/").map(decodeURIComponent);
  if (page === "table" && id) return { page, table: id };
  if (page === "rules" && id) return { page, game: id, rule: decodeURIComponent(rule) };
  return { page: "home" };
}

export const tableLink = (table: string): string => `#/table/${encodeURIComponent(table)}`;
export const rulesLink = (game: string, rule = ""): string =>
  `#/rules/${encodeURIComponent(game)}${rule && `#${encodeURIComponent(rule)}`}`;
