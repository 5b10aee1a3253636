// Fills a form with the keyboard alone: Tab, Space, arrows, letters, Enter.
import { expect, type Page } from '@playwright/test';

/** The focused element, as far as a visitor with a keyboard can perceive it. */
interface Stop {
  readonly isSeen: boolean;
  readonly isOwn: boolean;
  readonly isCard: boolean;
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
}

/** More than the focusable elements of any page: a form not sent by then never will be. */
const MAX_STOPS = 120;

/**
 * Fills the form that posts to `action`, from any focus, and sends it. `texts` are written into the fields of these
 * names, over existing text only with `isAgain`; in a choice the first option is taken unless one is selected, in a
 * list two.
 */
export async function sendByKeyboard(
  page: Page,
  action: string,
  texts: Readonly<Record<string, string>>,
  isAgain: readonly string[] = [],
): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    const stop = await page.evaluate(readStop, action);
    if (stop.isOwn || stop.isCard) expect(stop.isSeen, `the focus is seen on ${stop.kind} ${stop.name}`).toBe(true);
    if (stop.isOwn && stop.kind === 'submit') return page.keyboard.press('Enter');
    if (stop.isOwn || stop.isCard) await answer(page, stop, texts[stop.name] ?? '', isAgain.includes(stop.name));
    await page.keyboard.press('Tab');
  }
  throw new Error(`After ${MAX_STOPS} stops of the Tab key the form was not sent.`);
}

async function answer(page: Page, { kind, isChosen, value }: Stop, text: string, isAgain: boolean): Promise<void> {
  const { keyboard } = page;
  if (kind === 'radio' || kind === 'checkbox' || kind === 'button')
    return isChosen ? undefined : keyboard.press('Space');
  if (value !== '' && !isAgain) return;
  if (kind.startsWith('select')) return keyboard.press('ArrowDown');
  if (value !== '') await keyboard.press('ControlOrMeta+a');
  if (text !== '') await keyboard.type(text);
}

/** Runs in the page. */
function readStop(action: string): Stop {
  const at = document.activeElement as HTMLInputElement | null;
  // A styled choice is its label; a plain one is seen without all of its text.
  const own = at?.getBoundingClientRect();
  const isDrawn = own !== undefined && own.width >= 16 && own.height >= 16;
  const box = isDrawn ? own : at?.closest('label')?.getBoundingClientRect();
  const bar = document.querySelector('[data-consent-bar]:not([hidden])')?.getBoundingClientRect();
  const isCovered =
    bar !== undefined && box !== undefined && box.bottom > bar.top && box.right > bar.left && box.left < bar.right;
  const isWithin =
    box !== undefined && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const taken = [...(at?.form?.elements ?? [])].filter(
    (each) => each instanceof HTMLInputElement && each.name === at?.name && each.checked,
  ).length;
  return {
    isSeen:
      isWithin &&
      !isCovered &&
      box.width * box.height > 0 &&
      at?.checkVisibility({ visibilityProperty: true }) === true,
    isOwn: at?.form?.getAttribute('action') === action,
    // The cards of a deck are answered before the focus reaches its form.
    isCard: at?.closest('[role=group]') !== null && (at?.form?.method === 'dialog' || at?.type === 'button'),
    kind: at?.type ?? '',
    name: at?.name ?? '',
    value: at?.value ?? '',
    isChosen: at?.checked === true || taken >= (at?.type === 'radio' ? 1 : 2),
  };
}
