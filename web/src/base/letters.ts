const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The letters of a text as people see them: a flag, a family of four, or a letter with its marks, is one. */
export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text that begins with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
