// Measures whether the card of the swipe game follows the pointer in each frame, with the processor of a cheap phone.
import type { Browser, Page } from 'playwright';
import { pathOf } from '#domain/routes';
import { type Figure, percentile } from './figure.ts';
import { logIn } from './login.ts';
import type { RunningApp } from './running-app.ts';

const SLOW_DOWN = 4;
const MOVES = 150;
const WIDTH_PX = 60;
/** Just under 60, since the last frame is cut off. */
const LEAST_FRAMES = 58;

/** What is seen while the card is dragged. */
interface Seen {
  /** Milliseconds between two frames. */
  readonly gaps: readonly number[];
  /** Frames before which the pointer had moved, and the card had not. */
  readonly late: number;
}

export async function swipeFigure(browser: Browser, app: RunningApp): Promise<Figure> {
  const { context, page } = await logIn(browser, app, 'premium');
  await page.goto(app.home + pathOf('swipe-game'));
  await page.locator('.swipe-card[data-place=top]').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const { gaps, late } = await drag(page);
  await context.close();
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    what: `frames of a swipe card under the finger, processor ${SLOW_DOWN} × slower`,
    value: (gaps.length * 1000) / total,
    unit: 'a second',
    budget: { atLeast: LEAST_FRAMES },
    beside: `p95 ${percentile(gaps, 0.95).toFixed(1)} ms between two; in ${late} of ${gaps.length} the card was behind the pointer`,
  };
}

/** Drags to and fro, never as far as an answer. */
async function drag(page: Page): Promise<Seen> {
  const box = await page.locator('.swipe-card[data-place=top]').boundingBox();
  if (!box) throw new Error('There is no card on top.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The gesture has begun before it is watched.
  await page.mouse.move(x + WIDTH_PX / 2, y);
  const seen = page.evaluate(watch);
  for (let at = 0; at < MOVES; at += 1) await page.mouse.move(x + WIDTH_PX * Math.sin(at / 8), y);
  await page.mouse.up();
  return seen;
}

/** Runs in the page, until the pointer is up. */
async function watch(): Promise<Seen> {
  const card = document.querySelector<HTMLElement>('.swipe-card[data-place=top]');
  const now = { pointer: 0, isUp: false };
  document.addEventListener('pointermove', ({ clientX }) => void (now.pointer = clientX), { capture: true });
  document.addEventListener('pointerup', () => void (now.isUp = true), { capture: true });
  const gaps: number[] = [];
  let late = 0;
  let before = { at: 0, pointer: 0, place: '' };
  while (!now.isUp) {
    const at = await new Promise<number>((done) => requestAnimationFrame(done));
    const place = card?.style.transform ?? '';
    if (before.at > 0) {
      gaps.push(at - before.at);
      if (now.pointer !== before.pointer && place === before.place) late += 1;
    }
    before = { at, pointer: now.pointer, place };
  }
  return { gaps, late };
}
