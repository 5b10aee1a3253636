// Finds what moves by itself on any page of a browser test: layout shifts between the opening of a page and the first act on it. The
// browser's own mark of a recent act holds for half a second, so whether a slow answer counts would depend on the machine.
import type { BrowserContext } from '@playwright/test';

/** As much may move on a page, as a part of the screen. */
const MOST = 0.01;
const MARK = 'layout-shift:';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** Calls back with what moved, and where. */
export async function watchShifts(context: BrowserContext, report: (shift: string) => void): Promise<void> {
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'debug' && text.startsWith(MARK)) report(text.slice(MARK.length));
  });
  await context.addInitScript(observeShifts, { most: MOST, mark: MARK });
}

/** Runs in each document. */
function observeShifts({ most, mark }: { most: number; mark: string }): void {
  if (window.top !== window) return;
  let openedAt = 0;
  let isTouched = false;
  let sum = 0;
  const touch = (): void => void (isTouched = true);
  for (const type of ['pointerdown', 'keydown', 'input', 'change', 'submit', 'wheel', 'offline', 'online'])
    addEventListener(type, touch, { capture: true, passive: true });
  // The frame that paints the next page, or the page at another size, moves what both share.
  const beginAfterFrame = (): void => {
    openedAt = Infinity;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        openedAt = performance.now();
        sum = 0;
      }),
    );
  };
  addEventListener('resize', beginAfterFrame);
  document.addEventListener('astro:before-preparation', touch);
  document.addEventListener('astro:after-swap', () => {
    isTouched = false;
    beginAfterFrame();
  });
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
      if (isTouched || startTime < openedAt) continue;
      sum += value;
      if (sum <= most) continue;
      sum = 0;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element ? `${element.localName}.${element.getAttribute('class') ?? ''}` : '?';
        return `${name} ${[previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)).join(' → ')}`;
      });
      console.debug(`${mark}${location.pathname} ${value.toFixed(3)} ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
