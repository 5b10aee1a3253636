// Finds what moves by itself on any page of a browser test: layout shifts that answer no act. The browser's own mark of a recent act ends
// half a second after it, so whether a slow answer counted would depend on the machine.
import type { BrowserContext } from '@playwright/test';

/** As much may move on a page, as a part of the screen. */
const MOST = 0.05;
/** What moves so soon after an act, the frame that draws it, or the answer to a request that it caused, answers the act. */
const ACT_MS = 500;
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
  await context.addInitScript(observeShifts, { most: MOST, actMs: ACT_MS, mark: MARK });
}

/** Runs in each document, before a test can replace its clock. */
function observeShifts({ most, actMs, mark }: { most: number; actMs: number; mark: string }): void {
  if (window.top !== window) return;
  const now = performance.now.bind(performance);
  const frame = requestAnimationFrame.bind(window);
  const load = fetch.bind(window);
  let openedAt = 0;
  let acts: number[] = [];
  let requests = 0;
  let sum = 0;
  const isAnswering = (time: number): boolean =>
    requests > 0 || acts.some((actedAt) => time >= actedAt && time - actedAt < actMs);
  const act = (): void => void acts.push(now());
  const actAndDraw = (): void => {
    act();
    frame(() => frame(act));
  };
  const byHand = ['pointerdown', 'pointerup', 'keydown', 'input', 'change', 'submit', 'wheel'];
  // As by the browser's own buttons.
  const byBrowser = ['hashchange', 'popstate', 'offline', 'online'];
  for (const type of [...byHand, ...byBrowser]) addEventListener(type, actAndDraw, { capture: true, passive: true });
  window.fetch = async (...request) => {
    if (!isAnswering(now())) return load(...request);
    requests += 1;
    try {
      return await load(...request);
    } finally {
      requests -= 1;
      actAndDraw();
    }
  };
  // The frame that paints the next page, or the page at another size, moves what both share.
  const beginAfterFrame = (): void => {
    openedAt = Infinity;
    frame(() =>
      frame(() => {
        openedAt = now();
        acts = [];
        sum = 0;
      }),
    );
  };
  addEventListener('resize', beginAfterFrame);
  document.addEventListener('astro:before-preparation', () => (openedAt = Infinity));
  document.addEventListener('astro:after-swap', beginAfterFrame);
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
      if (startTime < openedAt || isAnswering(startTime)) continue;
      sum += value;
      if (sum <= most) continue;
      sum = 0;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element ? `${element.localName}.${element.getAttribute('class') ?? ''}` : '?';
        const boxes = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round),
        );
        return `${name} ${boxes.join(' → ')}`;
      });
      console.debug(`${mark}${location.pathname}${location.hash} ${value.toFixed(3)} ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
