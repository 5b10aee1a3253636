// Swaps pages: elements common to both stay untouched, the rest is replaced; in another language everything is.
import { isLoaded } from './islands.ts';

const PERSIST = 'data-astro-transition-persist';
const BARS = ['HEADER', 'NAV', 'FOOTER'];
/** Attributes of <html> set by scripts. */
const SCRIPT_ATTRIBUTES = /^data-(?:member$|astro-)/;

/** Shows `next` in `page`. `next` is not modified, so it can be shown again. */
export function swapPage(page: Document, next: Document): void {
  const isSameLanguage = page.documentElement.lang === next.documentElement.lang;
  const isFocusKept = isSameLanguage && page.activeElement?.closest(`[${PERSIST}]`);
  copyAttributes(page.documentElement, next.documentElement, SCRIPT_ATTRIBUTES);
  copyAttributes(page.body, next.body);
  replaceChildren(page.head, next.head);
  if (isSameLanguage) replaceChildren(page.body, next.body);
  else page.body.replaceChildren(...[...next.body.children].map((incoming) => importElement(page, incoming)));
  if (!isFocusKept) resetFocus(page);
}

/** Reconciles the children of `parent` with those of `next`. Common elements are never moved: that would remount their islands. */
function replaceChildren(parent: Element, next: Element): void {
  const left = new Set(parent.children);
  const wanted = [...next.children].map((incoming) => {
    const match = [...left].find((old) => old.isEqualNode(incoming) || isSameBar(old, incoming));
    if (!match) return importElement(parent.ownerDocument, incoming);
    left.delete(match);
    updateBar(match, incoming);
    return match;
  });
  for (const old of left) old.remove();
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}

/** Header, navigation and footer differ only in links and counts, a persistent island only in props. */
function isSameBar(old: Element, incoming: Element): boolean {
  if (old.getAttribute(PERSIST) !== incoming.getAttribute(PERSIST) || old.tagName !== incoming.tagName) return false;
  if (old.hasAttribute(PERSIST)) return true;
  return BARS.includes(old.tagName) && ownLinks(old).length === ownLinks(incoming).length;
}

const ownLinks = (bar: Element): Element[] =>
  [...bar.querySelectorAll('a')].filter((link) => !link.closest('astro-island'));

function updateBar(bar: Element, incoming: Element): void {
  const incomingLinks = ownLinks(incoming);
  ownLinks(bar).forEach((link, at) => copyAttributes(link, incomingLinks[at] ?? link));
  for (const menu of bar.querySelectorAll<HTMLDetailsElement>('details[open]')) menu.open = false;
  const islands = [incoming, ...incoming.querySelectorAll('astro-island')].filter((each) => each.hasAttribute(PERSIST));
  for (const island of islands) {
    const selector = `[${PERSIST}="${island.getAttribute(PERSIST)}"]`;
    const old = bar.matches(selector) ? bar : bar.querySelector(selector);
    const props = island.getAttribute('props') ?? '';
    if (!old || old.getAttribute('props') === props) continue;
    // As Astro does: an island only reacts to new props if it has this attribute.
    old.setAttribute('ssr', '');
    old.setAttribute('props', props);
  }
}

const importElement = (page: Document, incoming: Element): Element => withoutSkeletons(page.importNode(incoming, true));

/** An island that renders before the first paint needs no skeleton, which would cost a layout. */
function withoutSkeletons(element: Element): Element {
  for (const island of element.querySelectorAll('astro-island[client=only]'))
    if (isLoaded(island)) island.replaceChildren(...island.querySelectorAll(':scope > template'));
  return element;
}

function copyAttributes(to: Element, from: Element, except?: RegExp): void {
  for (const { name } of [...to.attributes])
    if (!from.hasAttribute(name) && !except?.test(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

/** The next Tab starts at the top, as after a full load. */
function resetFocus(page: Document): void {
  const start = page.createElement('span');
  start.tabIndex = -1;
  page.body.prepend(start);
  start.focus({ preventScroll: true });
  start.remove();
}
