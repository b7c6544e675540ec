const CLOSE = 60_000; // milliseconds by which a browser's clock may differ: answers take a while, and `Date` has whole seconds
let ahead = 0; // milliseconds by which the server's clock is ahead of the browser's, whose date may be wrong by years

/** The time by the server's clock, as far as it has answered, in milliseconds since 1970: its times are compared with this one. */
export const serverNow = (): number => Date.now() + ahead;

/** The time at which data came, by the server's clock: derived from the data, it changes with them alone. */
export const arrival = (data: unknown): number => (void data, serverNow());

/** Learn the server's time from an answer's header `Date`. */
export function learnTime(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < CLOSE ? 0 : difference;
}

/** How long ago something was: "3 min. ago". `then` is in seconds since 1970, `now` in milliseconds. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now / 1000 - then) / 60);
  if (minutes < 1) return "just now";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
  if (minutes < 60) return format.format(-minutes, "minute");
  if (minutes < 60 * 24) return format.format(-Math.round(minutes / 60), "hour");
  return format.format(-Math.round(minutes / 1440), "day");
}

/** How long a day lasts yet, and when it ends on the reader's clock: "5 h 12 min left". `ends` is in seconds since 1970, `now` in milliseconds. */
export function dayLeft(ends: number, now: number): { short: string; at: string; long: string } {
  const minutes = Math.max(0, Math.ceil((ends - now / 1000) / 60));
  const short = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, `${minutes % 60} min left`].filter(Boolean).join(" ");
  const at = new Date(ends * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return { short, at, long: `The next one is dealt at ${at} your time, which is midnight UTC.` };
}

/** A date as 2026-11-26 in words: "26 November", with the year if it is not this one. */
export function dayText(date: string, now = serverNow()): string {
  const then = new Date(`${date}T00:00:00Z`);
  const year = then.getUTCFullYear() !== new Date(now).getUTCFullYear();
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC", ...(year && { year: "numeric" }) });
}
