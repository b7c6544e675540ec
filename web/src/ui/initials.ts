import { lettersOf } from "../base/letters";

/** The first letters of the first words of a name, which may be set apart by signs of direction. */
export function initials(name: string, words = 2): string {
  const first = name.replace(/[\u2066-\u2069]/g, "").split(/\s+/).filter(Boolean).slice(0, words);
  return first.map((word) => lettersOf(word)[0]!.toUpperCase()).join("") || "?";
}
