/** The first letters of the first two words of a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return words.map((word) => [...word][0]!.toUpperCase()).join("") || "?";
}
