// Puts the next page in the place of the current one: what both have stays as it is, and only the rest is exchanged. In another language all is.
import { isLoaded } from './islands.ts';

const PERSIST = 'data-astro-transition-persist';
const BARS = ['HEADER', 'NAV', 'FOOTER'];
/** Attributes of <html> that scripts put there. */
const OURS = /^data-(?:member$|astro-)/;

/** Makes `page` show `next`, which stays whole and can be shown again. */
export function swapPage(page: Document, next: Document): void {
  const isSameLanguage = page.documentElement.lang === next.documentElement.lang;
  const isFocusKept = isSameLanguage && page.activeElement?.closest(`[${PERSIST}]`);
  copyAttributes(page.documentElement, next.documentElement, OURS);
  copyAttributes(page.body, next.body);
  exchange(page.head, next.head);
  if (isSameLanguage) exchange(page.body, next.body);
  else page.body.replaceChildren(...[...next.body.children].map((coming) => taken(page, coming)));
  if (!isFocusKept) startAtTop(page);
}

/** Gives `parent` the elements of `next`. Those in both are never moved, which would stop and start their islands. */
function exchange(parent: Element, next: Element): void {
  const left = new Set(parent.children);
  const wanted = [...next.children].map((coming) => {
    const kept = [...left].find((old) => old.isEqualNode(coming) || isSameBar(old, coming));
    if (!kept) return taken(parent.ownerDocument, coming);
    left.delete(kept);
    updateBar(kept, coming);
    return kept;
  });
  for (const old of left) old.remove();
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}

/** Header, navigation and footer differ by links and counts alone, and an island that persists by what it is told. */
function isSameBar(old: Element, coming: Element): boolean {
  if (old.getAttribute(PERSIST) !== coming.getAttribute(PERSIST) || old.tagName !== coming.tagName) return false;
  if (old.hasAttribute(PERSIST)) return true;
  return BARS.includes(old.tagName) && ownLinks(old).length === ownLinks(coming).length;
}

const ownLinks = (bar: Element): Element[] =>
  [...bar.querySelectorAll('a')].filter((link) => !link.closest('astro-island'));

function updateBar(bar: Element, coming: Element): void {
  const theirs = ownLinks(coming);
  ownLinks(bar).forEach((link, at) => copyAttributes(link, theirs[at] ?? link));
  for (const menu of bar.querySelectorAll<HTMLDetailsElement>('details[open]')) menu.open = false;
  const islands = [coming, ...coming.querySelectorAll('astro-island')].filter((each) => each.hasAttribute(PERSIST));
  for (const island of islands) {
    const selector = `[${PERSIST}="${island.getAttribute(PERSIST)}"]`;
    const old = bar.matches(selector) ? bar : bar.querySelector(selector);
    const props = island.getAttribute('props') ?? '';
    if (!old || old.getAttribute('props') === props) continue;
    // As Astro does it: only with this mark does an island hear that its props are new.
    old.setAttribute('ssr', '');
    old.setAttribute('props', props);
  }
}

const taken = (page: Document, coming: Element): Element => withoutSkeletons(page.importNode(coming, true));

/** An island that is drawn before anybody sees the page needs no skeleton, which costs a layout. */
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

/** The next Tab starts at the top, as on a page that was loaded. */
function startAtTop(page: Document): void {
  const start = page.createElement('span');
  start.tabIndex = -1;
  page.body.prepend(start);
  start.focus({ preventScroll: true });
  start.remove();
}
