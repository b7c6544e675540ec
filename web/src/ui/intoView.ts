/** An attachment for what a page says of a failure: it is scrolled into view, because what failed may have been pressed far below. */
export const intoView = (element: Element): void => element.scrollIntoView({ block: "nearest" });
