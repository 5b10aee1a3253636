// Finds visible layout faults of a page: sideways scrolling, clipped and broken words, layout shifts.
import type { Page } from 'playwright';

/** One sentence per fault of the page; empty when there is none. Layout shifts up to `smallestShift` are none. */
export const faultsOf = async (page: Page, smallestShift = 0): Promise<string[]> => [
  ...(await page.evaluate(widthFaults)),
  ...(await page.evaluate(wordFaults)),
  ...(await page.evaluate(breakFaults)),
  ...(await page.evaluate(shiftFaults, smallestShift)),
];

// These functions run in the browser, so they must not use anything outside themselves.
function widthFaults(): string[] {
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return over > 0 ? [`the page is ${over} px wider than the screen`] : [];
}

/** Words that go on in the next line without a hyphen, though there was room for them, or that are cut into many pieces. */
function breakFaults(): string[] {
  const faults = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || element.closest('script, style, noscript, svg, .visually-hidden')) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).hyphens === 'auto')
      continue;
    // Addresses and numbers of accounts may break anywhere.
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(
      /(?<![^\s(“])[\p{L}\p{M}]{2,18}(?![^\s,.!?:)”])/gu,
    )) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 1);
      const lines = new Set(parts.map(({ top }) => Math.round(top))).size;
      const needed = parts.reduce((sum, { width }) => sum + width, 0);
      const room = element.closest('p, li, dt, dd, th, td, h1, h2, h3, button, a, div')?.clientWidth ?? 0;
      if (lines > 2 || (lines === 2 && needed <= room)) faults.add(`“${word}” is broken into ${lines} lines`);
    }
  }
  return [...faults];
}

/** Layout shifts without user input since the page loaded. */
function shiftFaults(smallest: number): Promise<string[]> {
  return new Promise((resolve) => {
    const faults: string[] = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[])
        if (value > smallest)
          faults.push(
            `something moves by ${value.toFixed(4)}: ${sources.map(({ node }) => (node?.textContent ?? '').trim().slice(0, 30) || node?.nodeName).join(', ')}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(faults), 60);
  });
}

function wordFaults(): string[] {
  const cuts = (element: Element): boolean => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const scrolls = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth;
  /** What is scrolled out of sight in any direction can be reached. */
  const isInScroller = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowY) || isInScroller(element.parentElement));
  const isShortened = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).getPropertyValue('-webkit-line-clamp') !== 'none' || isShortened(element.parentElement));
  /**
   * Text for screen readers is clipped on purpose, and so is the end of a text that shows its first lines. Drawings
   * have no lines of text.
   */
  const isMeant = (element: Element): boolean =>
    element.closest('script, style, noscript, svg') !== null ||
    getComputedStyle(element).textOverflow === 'ellipsis' ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.clientWidth === 1 ||
    isShortened(element);
  /** What clips the element: an ancestor box, or the screen. */
  const boxOf = (element: Element): Element =>
    cuts(element) || scrolls(element) || element === document.body
      ? element
      : boxOf(element.parentElement ?? document.body);
  /** Pixels beyond its edge. */
  const over = (box: Element, { left, right }: DOMRect): number => {
    const edge = box === document.body ? { left: 0, right: innerWidth } : box.getBoundingClientRect();
    return Math.round(Math.max(edge.left - left, right - edge.right));
  };
  /** Whether a rounded or slanted edge hides an end of a line: a hit test misses it then. */
  const isHidden = (element: Element, lines: DOMRectList): boolean =>
    getComputedStyle(element).pointerEvents !== 'none' &&
    [...lines].some(({ left, right, top, bottom }) =>
      [left + 1, right - 1].some((x) => {
        const y = (top + bottom) / 2;
        const isOnScreen = y > 1 && y < innerHeight - 1;
        return isOnScreen && !document.elementsFromPoint(x, y).some((hit) => element.contains(hit));
      }),
    );

  const faults: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, words] = [node.parentElement, (node.textContent ?? '').trim()];
    if (!element || words === '' || isMeant(element)) continue;
    const box = boxOf(element);
    // Scrollable content can be reached.
    if (scrolls(box)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const name = [element.localName, ...element.classList].join('.');
    const px = over(box, range.getBoundingClientRect());
    if (px > 1) faults.push(`${px} px are cut off ${name} “${words.slice(0, 40)}”`);
    else if (!isInScroller(element) && isHidden(element, range.getClientRects()))
      faults.push(`an edge hides ${name} “${words.slice(0, 40)}”`);
  }
  return faults;
}
