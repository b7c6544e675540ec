/**
 * What a person could not read or touch on the page as it stands, told by geometry alone: the page's class names are not known here.
 *
 * `touch`: whether fingers are used. `table`: whether the page is a table, whose face-up cards are to be read from afar.
 * Returns {kind, what, why} objects.
 */
({ touch = false, table = false } = {}) => {
  const SMALLEST_FONT = 11;
  const SMALLEST_INDEX = 9; // of a card, which is set in bold and beside its suit
  const NARROWEST_CARD = 30;
  const MOUSE = 24;
  const FINGER = 44;
  const SENTENCE = 8; // letters beside a word that make it part of a sentence
  const OVERLAP = 3; // pixels by which two boxes may overlap
  const SOLID = 0.5; // what is less opaque covers nothing

  const root = document.documentElement;
  const [W, H] = [innerWidth, innerHeight];
  const faults = [];
  const told = new Set();
  function tell(kind, element, why, words) {
    const what = words ?? nameOf(element);
    const key = `${kind}|${what}|${why}`;
    if (!told.has(key)) faults.push({ kind, what, why: String(why) });
    told.add(key);
  }

  // -- elements -------------------------------------------------------------------------------------------------------

  /** An element in words, so that it can be found: its tag, its first classes, what it says. */
  function nameOf(element) {
    const classes = [...element.classList].filter((name) => !name.startsWith("svelte-")).slice(0, 2);
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return [[element.localName, ...classes].join("."), words && `"${words}"`].filter(Boolean).join(" ");
  }
  const styles = new Map();
  function styleOf(element) {
    let style = styles.get(element);
    if (!style) styles.set(element, (style = getComputedStyle(element)));
    return style;
  }
  function* upwards(element) {
    for (let one = element; one && one !== root; one = one.parentElement) yield one;
  }
  const opacities = new Map([[root, 1], [null, 1]]);
  function opacityOf(element) {
    let found = opacities.get(element);
    if (found === undefined) opacities.set(element, (found = opacityOf(element.parentElement) * styleOf(element).opacity));
    return found;
  }
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && opacityOf(element) > 0.1;
  function alphaOf(colour) {
    if (!colour || colour === "none" || colour === "transparent") return 0;
    const found = /(?:,|\/)\s*([\d.]+)(%?)\)$/.exec(/^rgb\(|^#/.test(colour) && !colour.includes("/") ? "" : colour);
    return found ? found[1] / (found[2] ? 100 : 1) : 1;
  }
  function paintsImage(image) {
    return image !== "none" && !/transparent|rgba\([^)]*, ?0\)/.test(image);
  }
  /** Whether a point lies on the frame of an element. */
  function isFramed(element, x, y) {
    const style = styleOf(element);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const sides = [["Left", x - left], ["Right", right - x], ["Top", y - top], ["Bottom", bottom - y]];
    return sides.every(([, far]) => far >= 0) && sides.some(([side, far]) => parseFloat(style[`border${side}Width`]) > far && alphaOf(style[`border${side}Color`]) * opacityOf(element) >= SOLID);
  }
  /** Whether an element hides what lies beneath it. */
  function paints(element) {
    const style = styleOf(element);
    const opacity = opacityOf(element);
    if (opacity < SOLID) return false;
    if (element instanceof SVGElement && !(element instanceof SVGSVGElement)) {
      if (element.localName === "g") return false;
      const fill = alphaOf(style.fill) * style.fillOpacity * opacity;
      return fill >= SOLID || (style.stroke !== "none" && alphaOf(style.stroke) * style.strokeOpacity * opacity >= SOLID);
    }
    if (["IMG", "CANVAS", "VIDEO"].includes(element.tagName)) return true;
    return alphaOf(style.backgroundColor) * opacity >= SOLID || paintsImage(style.backgroundImage);
  }
  /** Whether something stays in place while what it covers is scrolled away under it. */
  const isSticky = (element) => [...upwards(element)].some((one) => styleOf(one).position === "sticky");
  /** Whether it is there for screen readers alone. */
  function isForReaders(element) {
    for (const one of upwards(element)) {
      const style = styleOf(one);
      if (style.position === "absolute" && style.overflowX !== "visible" && one.clientWidth <= 2) return true;
    }
    return false;
  }
  const chains = new Map();
  /** The boxes that what an element holds is cut to, from the innermost to the window. */
  function cutters(element) {
    if (!element || element === root || element === document.body) {
      return [{ box: box(0, 0, W, H), by: root, down: isScroller(root, true), across: isScroller(root, false) }];
    }
    let found = chains.get(element);
    if (found) return found;
    const style = styleOf(element);
    found = style.position === "fixed" ? [{ ...cutters(null)[0], down: false, across: false }] : cutters(containerOf(element, style));
    if (style.overflowX !== "visible" || style.overflowY !== "visible") {
      const own = boxOf(element);
      const more = style.overflowX === "clip" || style.overflowY === "clip" ? parseFloat(style.overflowClipMargin) || 0 : 0; // what is seen beyond its edge
      [own.left, own.top, own.right, own.bottom] = [own.left - more, own.top - more, own.right + more, own.bottom + more];
      if (style.overflowX === "visible") [own.left, own.right] = [-1e6, 1e6];
      if (style.overflowY === "visible") [own.top, own.bottom] = [-1e6, 1e6];
      found = [{ box: own, by: element, down: isScroller(element, true), across: isScroller(element, false) }, ...found];
    }
    chains.set(element, found);
    return found;
  }
  /** The part of the window in which what an element holds can be seen. */
  const sightOf = (element) => cutters(element).map(({ box }) => box).reduce(common);
  /** The element that an element is laid out in, for whom overflow counts. */
  function containerOf(element, style) {
    if (style.position !== "absolute") return element.parentElement;
    let one = element.parentElement;
    while (one && one !== root && styleOf(one).position === "static" && styleOf(one).transform === "none" && styleOf(one).containerType === "normal") one = one.parentElement;
    return one;
  }
  function isScroller(element, down) {
    const style = styleOf(element);
    const [length, shown] = down ? [element.scrollHeight, element.clientHeight] : [element.scrollWidth, element.clientWidth];
    if (element === root) return length > (down ? H : W) + 1 && style.overflowY !== "hidden";
    return /auto|scroll/.test(down ? style.overflowY : style.overflowX) && length > shown + 1;
  }
  /** Whether a person expects to scroll a box: a log, a list of choices, a large panel, the sheet over everything, the page. */
  function mayScroll(box) {
    const isPanel = box.hasAttribute("aria-label") && box.clientHeight >= H * 0.45;
    return isPanel || box === root || box === modal || (modal && modal.contains(box) && box.clientHeight >= modal.clientHeight * 0.6) || !!box.closest("[role=log], [role=region][tabindex='0'][aria-label], select, textarea");
  }

  // -- what there is --------------------------------------------------------------------------------------------------

  const modal = [...document.querySelectorAll("dialog[open], [aria-modal=true]")].findLast((one) => one.matches(":modal, [aria-modal=true]")) ?? null;
  const scope = modal ?? document.body;

  /** Cards: pictures in the shape of a card. Those with a text are face up. */
  const cards = [];
  for (const svg of scope.querySelectorAll("svg")) {
    const { width, height } = svg.viewBox.baseVal ?? {};
    if (!width || width / height < 0.6 || width / height > 0.8 || !isShown(svg)) continue;
    if (svg.parentElement.closest("[aria-hidden=true]") && !table) continue; // part of a picture
    const texts = [...svg.querySelectorAll("text")];
    const scale = svg.getScreenCTM();
    const box = boxOf(svg);
    if (box.width < 8) continue;
    const index = texts.find((text) => {
      const { x, y, width: w, height: h } = text.getBBox();
      return x + w / 2 < width * 0.45 && y + h / 2 < height * 0.4;
    });
    cards.push({ svg, box, index: index ?? null, isUp: texts.length > 0, width: Math.hypot(scale.a, scale.b) * width });
  }
  const cardOf = new Map(cards.map((card) => [card.svg, card]));

  function boxOf(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return box(left, top, right, bottom);
  }
  function box(left, top, right, bottom) {
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  }
  function common(a, b) {
    return box(Math.max(a.left, b.left), Math.max(a.top, b.top), Math.min(a.right, b.right), Math.min(a.bottom, b.bottom));
  }

  /** Every line of every text that can be seen. */
  const lines = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node; (node = walker.nextNode()); ) {
    const words = node.textContent.trim().replace(/\s+/g, " ");
    const element = node.parentElement;
    if (!words || !element || element.closest("script, style, option, title, [inert]") || !isShown(element) || isForReaders(element)) continue;
    const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
    const card = svg ? (cardOf.get(svg) ?? null) : null;
    if (svg && !card && svg.parentElement.closest("[aria-hidden=true]")) continue;
    if (card && card.index && card.index !== element) continue; // decoration: a card is known by its index
    range.selectNodeContents(node);
    const found = svg ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    const size = fontSize(element, svg);
    for (const { left, top, right, bottom } of found) {
      if (right - left <= 1 || bottom - top <= 1) continue;
      lines.push({ element, words, box: box(left, top, right, bottom), card, size });
    }
  }
  function fontSize(element, svg) {
    const size = parseFloat(styleOf(element).fontSize);
    if (svg) {
      const scale = element.getScreenCTM();
      return size * Math.hypot(scale.a, scale.b);
    }
    const block = [...upwards(element)].find((one) => one.offsetWidth > 0);
    const scale = block ? Math.max(block.getBoundingClientRect().width / block.offsetWidth, block.getBoundingClientRect().height / block.offsetHeight) : 1;
    return size * (Math.abs(scale - 1) < 0.05 || !Number.isFinite(scale) ? 1 : scale);
  }

  // -- targets, by what a click reaches -------------------------------------------------------------------------------

  const buttons = [...scope.querySelectorAll("button, a[href], [role=button], summary, input:not([type=hidden]), select")].filter(
    (one) => !one.matches(":disabled, [aria-disabled=true]") && isShown(one) && !one.closest("[inert]") && !isForReaders(one) && one.getClientRects().length,
  );
  /** Whether a target is that of a card: it may be a little larger. */
  const isFor = (own, card) => Math.abs(card.left + card.right - own.left - own.right) < 8 && Math.abs(own.width - card.width) < 16 && Math.abs(own.top - card.top) < 10;
  const openAt = (button, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return !!hit && (button.contains(hit) || (button.labels && [...button.labels].some((label) => label.contains(hit))));
  };
  /** How far a click still reaches a target in a direction. */
  function reach(button, x, y, dx, dy) {
    let far = 0;
    while (far < FINGER && openAt(button, x + dx * (far + 1), y + dy * (far + 1))) far++;
    return far;
  }
  const reached = [];
  for (const button of buttons) {
    const own = boxOf(button);
    const seen = common(own, sightOf(button.parentElement));
    const isCard = cards.some(({ box: card }) => isFor(own, card));
    if (seen.width < 1 || seen.height < 1) continue; // out of sight in a box that scrolls; if it does not, its text is told
    const where = [];
    for (const fy of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const fx of [0.5, 0.2, 0.8, 0.06, 0.94]) where.push([seen.left + seen.width * fx, seen.top + seen.height * fy]);
    const points = where.filter(([x, y]) => x >= 0 && y >= 0 && x < W && y < H && openAt(button, x, y));
    if (!points.length) {
      const over = document.elementFromPoint(...where[0]);
      if (over && isSticky(over)) continue; // it can be scrolled into sight
      if (own.width > 2) tell("unreachable", button, "covered everywhere");
      continue;
    }
    const words = wordsBeside(button);
    if (words >= SENTENCE) continue;
    reached.push({ button, seen, isCard, isSticky: isSticky(button) });
    let best = [0, 0];
    const explains = button.hasAttribute("popovertarget"); // a word that explains itself may be a short one
    const need = isCard ? button.closest(".column") ? [touch ? FINGER : MOUSE, MOUSE] : [MOUSE, touch ? FINGER : MOUSE] : touch && !words ? [explains ? MOUSE : FINGER, FINGER] : [MOUSE, MOUSE];
    for (const [x, y] of points) {
      const size = [reach(button, x, y, -1, 0) + reach(button, x, y, 1, 0) + 1, reach(button, x, y, 0, -1) + reach(button, x, y, 0, 1) + 1];
      if (Math.min(size[0] / need[0], size[1] / need[1]) > Math.min(best[0] / need[0], best[1] / need[1])) best = size;
      if (best[0] >= need[0] && best[1] >= need[1]) break;
    }
    const half = Math.max(own.height / 2 - 1, need[1] / 2);
    const under = [own.top + 1, own.bottom - 1, (own.top + own.bottom) / 2 - half, (own.top + own.bottom) / 2 + half].map((y) => document.elementFromPoint((seen.left + seen.right) / 2, y));
    const isCut = (Math.abs(seen.height - own.height) > 1 && cutters(button.parentElement).some(({ down }) => down)) || under.some((one) => one && isSticky(one) && !button.contains(one)); // partly scrolled out of sight
    if (!isCut && (best[0] < need[0] - 1 || best[1] < need[1] - 1)) tell("small target", button, `${best[0]} x ${best[1]} of ${need.join(" x ")}`);
  }
  for (const [i, one] of reached.entries()) {
    for (const other of reached.slice(i + 1)) {
      if ((one.isCard && other.isCard) || one.isSticky !== other.isSticky || one.button.contains(other.button)) continue;
      const both = common(one.seen, other.seen);
      if (both.width <= OVERLAP || both.height <= OVERLAP) continue;
      if ([one, other].some(({ isCard, seen }) => isCard && both.width > seen.width - OVERLAP && both.height > seen.height - OVERLAP)) continue; // a card of a place that is meant as a whole
      const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2];
      if (openAt(one.button, x, y) || openAt(other.button, x, y)) tell("targets overlap", one.button, `${Math.round(both.width)} x ${Math.round(both.height)} with ${nameOf(other.button)}`);
    }
  }
  /** The letters of plain text around a target that is a word in a sentence, whose height is that of the line; 0 if it stands apart. */
  function wordsBeside(button) {
    const display = styleOf(button).display;
    if (display !== "inline" && !(button.tagName === "BUTTON" && display.startsWith("inline"))) return 0;
    const around = button.parentElement; // of a word and its punctuation alone, or of the whole sentence
    const line = /^\p{P}+$/u.test(around.textContent.trim().slice(button.textContent.trim().length)) && styleOf(around).display === "inline" ? around.parentElement : around;
    const beside = [...line.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE || (node.nodeType === Node.ELEMENT_NODE && styleOf(node).display === "inline" && !node.matches("a, button") && !node.querySelector("a, button")),
    );
    return beside.reduce((sum, node) => sum + node.textContent.trim().length, 0);
  }

  // -- texts ----------------------------------------------------------------------------------------------------------

  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  /** What is painted over a point of an element's text; null if nothing is. */
  function coverAt(element, x, y) {
    for (const over of document.elementsFromPoint(x, y)) {
      if (over === element || over.contains(element)) return null;
      if (!element.contains(over) && (paints(over) || (over instanceof HTMLElement && isFramed(over, x, y)))) return over;
    }
    return null;
  }
  /** Whether a card lies so squarely under another that only one of them is meant to be seen. */
  function isBeneath(card) {
    const over = cards.filter((other) => other !== card && card.svg.compareDocumentPosition(other.svg) & Node.DOCUMENT_POSITION_FOLLOWING);
    return over.some(({ box: b }) => Math.abs(b.left - card.box.left) < 4 && Math.abs(b.top - card.box.top) < 4);
  }
  /** Tell what cuts a line off; whether its middle can be seen. */
  function checkCut({ element, words, box: at, card }) {
    const kind = card ? "index cut" : "text cut";
    const slack = Math.max(2, at.height * 0.2); // the box of a line is higher than its letters
    for (const { box: edge, by, down, across } of cutters(element)) {
      const [over, below] = [Math.max(edge.left - at.left, at.right - edge.right), Math.max(edge.top - at.top, at.bottom - edge.bottom)];
      const from = by === root ? "the window" : nameOf(by).slice(0, 60);
      if (over > 1.5 && styleOf(by).textOverflow === "ellipsis") return true; // told as such
      if (over > 1.5 && !(across && mayScroll(by))) tell(across ? "text scrolled away" : kind, element, `${Math.round(over)} px across by ${from}`, `"${words.slice(0, 40)}"`);
      if (below > slack && !down) tell(kind, element, `${Math.round(below)} px of its height by ${from}`, `"${words.slice(0, 40)}"`);
      if (below > slack && down && !mayScroll(by)) tell("text scrolled away", by, `${by.scrollHeight - by.clientHeight} px of its height`);
      const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
      if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom || (below > slack && down)) return false;
    }
    return true;
  }
  /** Where a line is to be seen: its middle; of a text also its ends, and the corners of its first and its last letter. */
  function pointsOf({ box: at, card }) {
    const y = (at.top + at.bottom) / 2;
    const middle = [(at.left + at.right) / 2, y];
    if (card) return [middle];
    const end = at.width < 40 ? at.width / 2 : at.width * 0.08;
    const letter = Math.min(Math.max(2, at.height * 0.22), at.width / 2);
    const corners = [at.left + letter, at.right - letter].flatMap((x) => [0.27, 0.72].map((part) => [x, at.top + at.height * part]));
    return [middle, [at.left + end, y], [at.right - end, y], ...corners];
  }
  /** Tell what is wrong with a line; false if something sticky lies over it, from under which it may be scrolled. */
  function checkLine(line, mayMove) {
    const { element, words, box: at, card } = line;
    if (!checkCut(line) || (card && isBeneath(card))) return true;
    for (const [x, y] of pointsOf(line)) {
      const over = x >= 0 && x < W && y >= 0 && y < H ? coverAt(element, x, y) : null;
      if (!over) continue;
      if (mayMove && isSticky(over)) return false;
      const where = card ? ` of ${nameOf(card.svg.parentElement.parentElement ?? card.svg)}` : "";
      tell(card ? "index covered" : "text covered", element, `by ${nameOf(over.closest("svg") ?? over)}`, `"${words.slice(0, 40)}"${where}`);
      break;
    }
    return true;
  }
  for (const line of lines) {
    if (line.size < (line.card ? SMALLEST_INDEX : SMALLEST_FONT) - 0.05) tell("tiny", line.element, `${line.size.toFixed(1)} px`, `"${line.words.slice(0, 40)}"`);
  }
  for (const element of new Set(lines.map((line) => line.element))) {
    const block = [...upwards(element)].find((one) => styleOf(one).display !== "inline") ?? element;
    const style = styleOf(block);
    const isClamped = style.webkitLineClamp !== "none" && style.webkitLineClamp !== "" && block.scrollHeight > block.clientHeight + 2;
    if ((style.textOverflow === "ellipsis" && style.overflowX !== "visible" && block.scrollWidth > block.clientWidth + 1) || isClamped) tell("ellipsis", block, `${block.clientWidth} of ${block.scrollWidth} px`);
  }
  // What lies below the window is scrolled to: a page or a sheet may be read from top to bottom.
  const long = (modal ? [modal, ...modal.querySelectorAll("*")] : [root]).find((one) => isScroller(one, true) && mayScroll(one)) ?? null;
  const from = long ? long.scrollTop : 0;
  const waiting = new Set(lines);
  /** Where what stays in place for a while began: it moves less than what is scrolled. */
  const stuck = new Map(long ? lines.filter(({ element }) => isSticky(element)).map(({ element }) => [element, element.getBoundingClientRect().top]) : []);
  for (let top = 0; waiting.size; top += (long?.clientHeight ?? H) * 0.6) {
    if (long && top !== long.scrollTop) long.scrollTop = top;
    const moved = long ? from - long.scrollTop : 0;
    const edge = long && long !== root ? boxOf(long) : box(0, 0, W, H);
    const isLast = !long || long.scrollTop + long.clientHeight >= long.scrollHeight - 1;
    if (moved) chains.clear();
    for (const line of waiting) {
      const follows = long !== null && isWithin(line.element, long);
      const began = stuck.get(line.element);
      const shift = !follows ? 0 : began === undefined ? moved : line.element.getBoundingClientRect().top - began;
      const at = box(line.box.left, line.box.top + shift, line.box.right, line.box.bottom + shift);
      if (follows && !isLast && at.bottom > edge.bottom) continue;
      if (checkLine({ ...line, box: at }, follows && !isLast)) waiting.delete(line);
    }
    if (isLast) break;
  }
  if (long) {
    long.scrollTop = from;
    chains.clear();
  }
  /** Whether an element moves when a box is scrolled. */
  function isWithin(element, box) {
    for (const one of upwards(element)) {
      if (one === box) return true;
      if (styleOf(one).position === "fixed") return false;
    }
    return box === root;
  }

  // -- overlaps -------------------------------------------------------------------------------------------------------

  const isIn = ({ box: at, element }) => {
    const both = common(at, sightOf(element));
    return both.width > 0 && both.height > 0;
  };
  const open = lines.filter((line) => isIn(line) && !(line.card && isBeneath(line.card)) && !hidden(line)).map((line) => ({ ...line, box: letters(line) }));
  function letters({ box: at, card, size }) {
    const inset = card ? at.height * 0.22 : Math.max(0, (at.height - size * 0.8) / 2);
    return box(at.left, at.top + inset, at.right, at.bottom - inset);
  }
  /** Whether a text lies under something, which has been told: it is then not in anything's way. */
  function hidden({ element, box: at }) {
    const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
    return x >= 0 && y >= 0 && x < W && y < H && coverAt(element, x, y) !== null;
  }
  for (const [i, one] of open.entries()) {
    for (const other of open.slice(i + 1)) {
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const both = common(one.box, other.box);
      if (both.width > OVERLAP && both.height > OVERLAP) tell("texts overlap", one.element, `"${other.words.slice(0, 40)}" by ${Math.round(both.width)} x ${Math.round(both.height)}`, `"${one.words.slice(0, 40)}"`);
    }
  }
  // A label with a ground of its own over another place's cards, though no text lies beneath it.
  const plates = new Map();
  for (const { element } of open) {
    const plate = [...upwards(element)].find((one) => one instanceof HTMLElement && paints(one));
    if (plate && plate !== document.body && !plates.has(plate)) plates.set(plate, boxOf(plate));
  }
  const floats = (plate, beside) => [...upwards(plate)].some((one) => !one.contains(beside) && /absolute|fixed|sticky/.test(styleOf(one).position));
  const sized = [...plates].filter(([plate, at]) => at.width >= 60 && at.height >= 22 && at.width * at.height <= W * H * 0.25 && plate !== modal);
  for (const [i, [plate, at]] of sized.entries()) {
    for (const [other, box] of sized.slice(i + 1)) {
      if (plate.contains(other) || other.contains(plate) || floats(plate, other) || floats(other, plate)) continue;
      const both = common(at, box);
      if (both.width > OVERLAP && both.height > OVERLAP) tell("plates overlap", plate, `${nameOf(other)} by ${Math.round(both.width)} x ${Math.round(both.height)}`);
    }
    for (const { svg, box: card } of cards) {
      if (plate.contains(svg) || !table || !svg.querySelector("text")) continue; // nothing is to be read on the back of a card
      const both = common(at, card);
      if (both.width <= 8 || both.height <= 8) continue;
      const place = [...upwards(svg)].find((one) => one.contains(plate));
      const around = place ? boxOf(place) : at;
      if (around.width <= card.width * 1.7 && around.height <= card.height * 1.7) continue; // the card's own label
      if (isSticky(plate) !== isSticky(svg)) continue; // it can be scrolled into sight
      if ([...upwards(plate)].some((one) => one !== place && !one.contains(svg) && /absolute|fixed/.test(styleOf(one).position))) continue; // it floats
      tell("plate over card", plate, `${Math.round(both.width)} x ${Math.round(both.height)} of ${nameOf(svg.parentElement.parentElement ?? svg)}`);
    }
  }
  sheet.replaceSync("");
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);

  // -- cards ----------------------------------------------------------------------------------------------------------

  if (table && !modal) {
    const up = cards.filter(({ svg, isUp }) => isUp && !svg.closest("[role=log]"));
    for (const { svg, width } of up) if (width < NARROWEST_CARD - 0.5) tell("small card", svg, `${width.toFixed(0)} px wide`, nameOf(svg.parentElement.parentElement ?? svg));
    const smallest = Math.min(...up.map(({ width }) => width));
    for (const { svg, width, isUp, box: at } of cards) {
      if (isUp || width > smallest - 1) continue;
      const target = buttons.find((button) => {
        return isFor(boxOf(button), at);
      });
      if (target) tell("small pile", target, `${width.toFixed(0)} px wide, the smallest face-up card ${smallest.toFixed(0)}`);
    }
  }
  if (root.scrollWidth > W + 1) tell("sideways", root, `${root.scrollWidth - W} px`, "the page");
  return faults;
};
