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

/** Presses the next thing on the page, or in the dialog that is open; tells what, and null when nothing is left. */
export const pressNext = (page: Page, pressed: Readonly<Record<string, number>>): Promise<string | null> =>
  page.evaluate(
    async ({ pressed, times }) => {
      const CONTROLS = 'button, summary, select, input[type=checkbox], input[type=radio]';
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      const places = dialog ? [dialog] : [...document.querySelectorAll('astro-island')];
      const all = places.flatMap((place) => [...place.querySelectorAll<HTMLElement>(CONTROLS)]);
      const kindOf = (control: HTMLElement): string => {
        const { name = '', value = '' } = control as HTMLInputElement;
        const text = control.getAttribute('aria-label') ?? (control.matches('select') ? '' : control.textContent);
        return [control.tagName, name, value, text.trim().slice(0, 60), control.className].join(' ');
      };
      const left = all.filter(
        (control) =>
          (control.checkVisibility() || control.matches('input')) &&
          !control.matches(':disabled') &&
          !control.matches('.modal-head button') &&
          (pressed[kindOf(control)] ?? 0) < times,
      );
      const next = left.find((control) => !(kindOf(control) in pressed)) ?? left[0];
      const kind = next ? kindOf(next) : null;
      if (next instanceof HTMLSelectElement) {
        next.selectedIndex = (next.selectedIndex + 1) % next.options.length;
        next.dispatchEvent(new Event('change', { bubbles: true }));
      } else if (next) next.click();
      else if (dialog instanceof HTMLDialogElement) dialog.close();
      const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      return kind ?? (dialog ? 'closed a dialog' : null);
    },
    { pressed, times: TIMES },
  );
