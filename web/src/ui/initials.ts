const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" }); // as people see them: a flag is one

/** The first letters of the first two words of a name, which may be set apart by signs of direction. */
export function initials(name: string): string {
  const words = name.replace(/[\u2066-\u2069]/g, "").split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => [...characters.segment(word)][0]!.segment.toUpperCase()).join("") || "?";
}
