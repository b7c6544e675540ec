import { expect, test } from "vitest";

import { ago, dayLeft, dayText, learnTime, serverNow } from "./dates";

test("how long ago something was", () => {
  expect(ago(0, 30_000)).toBe("just now");
  expect(ago(1_795_221_102.5, 1_795_221_222_500)).toBe("2 min. ago");
  expect(ago(1_795_221_102.5, 1_795_224_702_500)).toBe("1 hr. ago");
});

test("how long a day lasts yet, and when it ends for the reader", () => {
  const ends = Date.UTC(2026, 10, 27) / 1000;
  expect([dayLeft(ends, (ends - 5 * 3600 - 1) * 1000).short, dayLeft(ends, (ends - 61) * 1000).short, dayLeft(ends, (ends + 9) * 1000).short]).toEqual(["5 h 1 min left", "2 min left", "0 min left"]);
  const local = new Date(ends * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  expect(dayLeft(ends, 0).long).toBe(`The next one is dealt at ${local} your time, which is midnight UTC.`);
});

test("a date in words is that of UTC, wherever its reader is", () => {
  expect(dayText("2026-11-26", Date.UTC(2026, 5, 1))).toBe("26 November");
  expect(dayText("2026-11-26", Date.UTC(2027, 5, 1))).toBe("26 November 2026");
});

test("times are told by the server's clock where the browser's is wrong", () => {
  const now = Date.now();
  const sent = (milliseconds: number): void => learnTime(new Date(now + milliseconds).toUTCString());
  for (const days of [3, -40, 20_000]) {
    sent(days * 86_400_000);
    expect(Math.abs(serverNow() - now - days * 86_400_000)).toBeLessThan(10_000);
    learnTime(null);
    learnTime("soon");
    expect(serverNow() - now, "what cannot be read changes nothing").not.toBeCloseTo(0, -4);
  }
  sent(20_000); // a slow answer
  expect(Math.abs(serverNow() - now)).toBeLessThan(10_000);
});
