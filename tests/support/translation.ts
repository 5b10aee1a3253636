// What a browser's translator does to a page, and a walk over all that can be pressed on it.
import type { Page } from '@playwright/test';

/** Each text of the islands moves into two elements of its own; texts that were moved before stay. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const island of document.querySelectorAll('astro-island')) {
      const walker = document.createTreeWalker(island, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, option, textarea, script, style, svg'))
          continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.append(inner);
        text.replaceWith(outer);
        inner.append(text);
      }
    }
  });

/** How often something of the same kind and words is pressed: once there and once back. */
const TIMES = 2;
const CHOSEN = 'data-pressed-next';

/** Chooses what was pressed least, on the page or in the dialog that is open; null when nothing is left. */
const choose = (page: Page, pressed: Readonly<Record<string, number>>): Promise<string | null> =>
  page.evaluate(
    ({ pressed, times, chosen }) => {
      const CONTROLS = 'a[href], button, summary, select, textarea, input:not([type=hidden], [type=file])';
      const CHOICES = '[type=checkbox], [type=radio]';
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      const places = dialog ? [dialog] : [...document.querySelectorAll('astro-island')];
      const kindOf = (control: Element): string => {
        // The links of a list are alike.
        if (control.matches('a')) return `a ${control.className}`;
        const { name = '', value: own = '' } = control as HTMLInputElement;
        const value = control.matches(`button, ${CHOICES}`) ? own : '';
        const text = control.matches('select, textarea')
          ? ''
          : (control.getAttribute('aria-label') ?? control.textContent);
        return [control.tagName, name, value, text.trim().slice(0, 60), control.className].join(' ');
      };
      document.querySelector(`[${chosen}]`)?.removeAttribute(chosen);
      const left = places
        .flatMap((place) => [...place.querySelectorAll(CONTROLS)])
        .filter((each) => each.matches(CHOICES) || each.checkVisibility())
        .filter((each) => !each.matches(':disabled, .modal-head button') && (pressed[kindOf(each)] ?? 0) < times);
      const next = left.find((each) => !(kindOf(each) in pressed)) ?? left[0] ?? dialog;
      next?.setAttribute(chosen, '');
      return next ? (next === dialog ? 'the way out of a dialog' : kindOf(next)) : null;
    },
    { pressed, times: TIMES, chosen: CHOSEN },
  );

/**
 * Presses what was chosen, types into it or closes the dialog, and waits until the page is drawn. A link leads nowhere, but for one
 * in a dialog, which may end what the page shows.
 */
const press = (page: Page): Promise<void> =>
  page.evaluate(async (chosen) => {
    const next = document.querySelector<HTMLElement>(`[${chosen}]`);
    const isTyped = next?.matches('textarea, input:not([type=checkbox], [type=radio])') === true;
    if (next instanceof HTMLDialogElement) next.close();
    else if (isTyped && (next instanceof HTMLInputElement || next instanceof HTMLTextAreaElement)) {
      // As a key does it, past what React has noted of the value: a character, and the next time back.
      const value = next.value.endsWith('1') ? next.value.slice(0, -1) : `${next.value}1`;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(next), 'value')?.set?.call(next, value);
      next.dispatchEvent(new Event('input', { bubbles: true }));
      next.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    } else if (next instanceof HTMLAnchorElement && (next.target !== '' || !next.closest('dialog'))) {
      // After the island, before the router.
      const stay = (event: Event): void => event.preventDefault();
      document.body.addEventListener('click', stay);
      next.click();
      document.body.removeEventListener('click', stay);
    } else if (next instanceof HTMLSelectElement) {
      next.selectedIndex = (next.selectedIndex + 1) % next.options.length;
      next.dispatchEvent(new Event('change', { bubbles: true }));
    } else next?.click();
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
  }, CHOSEN);

/** Presses the next thing, counts it in `pressed` and tells what it was; null when nothing is left. */
export async function pressNext(page: Page, pressed: Record<string, number>): Promise<string | null> {
  const kind = await choose(page, pressed);
  if (kind === null) return null;
  pressed[kind] = (pressed[kind] ?? 0) + 1;
  // What is pressed can load another page, which ends the wait.
  await press(page).catch(() => undefined);
  return kind;
}
