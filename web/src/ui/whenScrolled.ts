/** Watches whether a box has more in it than it shows, so that it is scrolled and keys must reach it. */

import type { Attachment } from "svelte/attachments";

/** The attributes of words that are scrolled: keys reach them. */
export const REGION = { role: "region", tabindex: 0, "aria-label": "What happened" } as const;
export const SCROLLED = "[role=region][tabindex='0']"; // what the arrow keys scroll
const ROUNDED = 1; // pixels

/**
 * An attachment that tells whether a box is scrolled, at once and whenever that may have changed. When its words change, it is back at their beginning.
 *
 * @param tell - is called with it
 */
export const whenScrolled = (tell: (isScrolled: boolean) => void): Attachment<HTMLElement> => (box) => {
  const look = (): void => tell(box.scrollHeight > box.clientHeight + ROUNDED);
  const sizes = new ResizeObserver(look);
  const words = new MutationObserver(() => {
    box.scrollTop = 0;
    look();
  });
  sizes.observe(box);
  words.observe(box, { childList: true, characterData: true, subtree: true });
  look();
  return () => (sizes.disconnect(), words.disconnect());
};
