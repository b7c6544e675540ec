/** How long ago something was: "3 min. ago". `then` is in seconds since 1970, `now` in milliseconds. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now / 1000 - then) / 60);
  if (minutes < 1) return "just now";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 60 * 24) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 1440), "day");
}
