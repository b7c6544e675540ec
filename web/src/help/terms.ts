/** Finds the terms of a game in a sentence, in any of their forms. */

import type { TermInfo } from "../protocol/types";

/** A part of a sentence; `term` is set if it is one. */
export interface Part {
  text: string;
  term: TermInfo | null;
  after?: string; // the punctuation that follows a term, and stays on its line
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A pattern for the forms of a word: couple, couples, coupled, coupling; penalty, penalties. */
function forms(term: string): string {
  const word = escaped(term);
  if (/e$/.test(word)) return `${word.slice(0, -1)}(?:es?|ed|ing)`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}(?:y|ies|ied|ying)`;
  return `${word}(?:e?s|ed|ing)?`;
}

/** Split a sentence into parts; each term is marked at its first occurrence. */
export function explained(text: string, terms: readonly TermInfo[]): Part[] {
  if (terms.length === 0) return [{ text, term: null }];
  const longest = [...terms].sort((a, b) => b.term.length - a.term.length);
  const parts: Part[] = [];
  const met = new Set<TermInfo>();
  let from = 0;
  for (const found of text.matchAll(new RegExp(`\\b(?:${longest.map(({ term }) => `(${forms(term)})`).join("|")})\\b`, "gi"))) {
    const term = longest[found.slice(1).findIndex((group) => group !== undefined)]!;
    if (met.has(term)) continue;
    met.add(term);
    if (found.index > from) parts.push({ text: text.slice(from, found.index), term: null });
    from = found.index + found[0].length;
    const [after] = /^[.,:;!?)”]+/.exec(text.slice(from)) ?? [];
    parts.push({ text: found[0], term, ...(after && { after }) });
    from += after?.length ?? 0;
  }
  if (from < text.length) parts.push({ text: text.slice(from), term: null });
  return parts;
}

/** A sentence split where it names rules, so that each can be a link: odd parts are the ids of rules. */
export const splitRules = (text: string): string[] => text.split(/\b([A-Z]{2,}-\d+)\b/);
