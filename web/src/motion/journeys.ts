/** Which cards went where from one view to the next, also those of which only one end can be seen. */

import type { LastTrick, View, Zone } from "../protocol/types";

export interface Flight {
  code: string | null; // null: a card that stays face down
  from: string | null; // the id of a zone; null: out of nowhere
  to: string | null;
}

interface Lying {
  zone: string;
  seat: number | null;
}

function lying(view: View): Map<string, Lying> {
  const found = new Map<string, Lying>();
  for (const zone of view.zones) {
    for (const face of zone.faces) {
      if (face.state === "up" && face.code !== null && !found.has(face.code)) found.set(face.code, { zone: zone.id, seat: face.seat });
    }
  }
  return found;
}

const openCards = (zone: Zone): number => zone.faces.filter((face) => face.state === "up").length;

/** Where cards most likely come from and go to, first to last, when nothing else tells. */
const FROM = ["stock", "hand", "pile", "set", "row"];
const TO = ["pile", "set", "stock", "hand"];

/** How many cards a zone gained, of those that cannot be seen in it. */
function hidden(before: View, after: View): Map<string, number> {
  const gained = new Map<string, number>();
  const count = (view: View, sign: number): void => {
    for (const zone of view.zones) gained.set(zone.id, (gained.get(zone.id) ?? 0) + sign * (zone.count - openCards(zone)));
  };
  count(before, -1);
  count(after, 1);
  return gained;
}

/** Were new hands dealt in between? Then cards come out of nowhere. */
function isDealt(before: View, after: View, was: Map<string, Lying>, is: Map<string, Lying>): boolean {
  if (after.sheet.length > before.sheet.length) return true;
  const hands = new Set(after.zones.filter((zone) => zone.kind === "hand").map((zone) => zone.id));
  return [...is].filter(([code, { zone }]) => !was.has(code) && hands.has(zone)).length > 3;
}

export function flights(before: View, after: View): Flight[] {
  const [was, is] = [lying(before), lying(after)];
  if (isDealt(before, after, was, is)) return dealing(before, after, was, is);
  const gained = hidden(before, after);
  const zones = new Map([...before.zones, ...after.zones].map((zone) => [zone.id, zone]));
  const found: Flight[] = [];

  const take = (wanted: readonly string[], sign: 1 | -1, owner: number | null = null): string | null => {
    const rank = (zone: Zone): number => (owner !== null && zone.owner === owner ? -1 : wanted.indexOf(zone.kind));
    const open = [...gained].filter(([, n]) => n * sign > 0).map(([id]) => zones.get(id)!);
    const best = open.filter((zone) => wanted.includes(zone.kind)).sort((a, b) => rank(a) - rank(b))[0];
    if (!best) return null;
    gained.set(best.id, gained.get(best.id)! - sign);
    return best.id;
  };

  for (const [code, { zone, seat }] of is) {
    const old = was.get(code);
    const whose = seat ?? (zones.get(zone)!.kind === "hand" ? null : before.turn);
    if (!old) found.push({ code, from: take(FROM, -1, whose), to: zone });
    else if (old.zone !== zone) found.push({ code, from: old.zone, to: zone });
  }
  for (const [code, { zone }] of was) {
    if (!is.has(code)) found.push({ code, from: zone, to: take(TO, 1) });
  }
  for (let backs = 0; backs < 4; backs++) {
    const from = take(["stock", "hand", "pile"], -1);
    const to = from && take(["hand", "stock", "pile", "set"], 1);
    if (!from || !to) break;
    found.push({ code: null, from, to });
  }
  return found;
}

/** Between two deals only the last trick's cards fly; the rest is there. */
function dealing(before: View, after: View, was: Map<string, Lying>, is: Map<string, Lying>): Flight[] {
  const kinds = new Map(after.zones.map((zone) => [zone.id, zone.kind]));
  return [...is].map(([code, { zone, seat }]) => {
    const hand = before.zones.find((other) => other.kind === "hand" && other.owner === seat);
    const isPlayed = kinds.get(zone) === "trick";
    return { code, from: isPlayed ? (was.get(code)?.zone ?? hand?.id ?? null) : null, to: zone };
  });
}

/** The view with a finished trick still lying in the middle. */
export function withTrick(view: View, trick: LastTrick): View {
  const faces = trick.cards.map(({ code, seat }) => ({ state: "up" as const, code, seat, x: null, y: null, note: "", why: "" }));
  const lying = { id: "trick", kind: "trick" as const, label: "Trick", owner: null, note: "", place: "" as const };
  const there = view.zones.find((zone) => zone.kind === "trick");
  const zone: Zone = { ...(there ?? lying), faces, count: faces.length };
  return { ...view, zones: there ? view.zones.map((other) => (other === there ? zone : other)) : [...view.zones, zone] };
}
