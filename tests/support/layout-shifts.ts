// Finds what moves by itself on any page of a browser test: layout shifts that answer no act. The browser's own mark of a recent act ends
// half a second after it, so whether a slow answer counted would depend on the machine.
import type { BrowserContext } from '@playwright/test';

/**
 * As much may move on a page, as a part of the screen: usually what browsers' makers call good, as a busy machine draws late (decisions
 * E111); `none` is less than a line of text.
 */
export const MOST_SHIFT = { usual: 0.1, none: 0.005 } as const;
/**
 * What moves so soon after an act, the frame that draws it, or the answer to a request or the script that it caused, answers the act.
 * Long enough for a machine that is busy, on which answers were measured to take seconds.
 * News by the live connection may move the conversation that it is in, and nothing else.
 */
const ACT_MS = 3000;
const MARK = 'layout-shift:';

/** What may move something: acts, and news of others. */
interface Causes {
  readonly answersAct: (time: number) => boolean;
  readonly answersNews: (time: number) => boolean;
  readonly noteScript: (script: PerformanceResourceTiming) => void;
  readonly forget: () => void;
}
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** Calls back with what moved, and where, once more than `most` did. */
export async function watchShifts(
  context: BrowserContext,
  most: number,
  report: (shift: string) => void,
): Promise<void> {
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'debug' && text.startsWith(MARK)) report(text.slice(MARK.length));
  });
  // In each document, before a test can replace its clock.
  const causes = `(${noteCauses.toString()})(${ACT_MS})`;
  const content = `if (top === window) (${observeShifts.toString()})(${causes}, ${most}, '${MARK}')`;
  await context.addInitScript({ content });
}

/** Runs in the page. */
function noteCauses(actMs: number): Causes {
  const now = performance.now.bind(performance);
  const frame = requestAnimationFrame.bind(window);
  const load = fetch.bind(window);
  const acts = { times: [] as number[], requests: 0 };
  const news = { times: [] as number[], requests: 0 };
  const isAnswered = ({ times, requests }: typeof acts, time: number): boolean =>
    requests > 0 || times.some((causedAt) => time >= causedAt && time - causedAt < actMs);
  const note = ({ times }: typeof acts): void => {
    times.push(now());
    frame(() => frame(() => times.push(now())));
  };
  const byHand = ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'change', 'submit', 'wheel'];
  // As by the browser's own buttons.
  const byBrowser = ['hashchange', 'popstate', 'offline', 'online'];
  for (const type of [...byHand, ...byBrowser])
    addEventListener(type, () => note(acts), { capture: true, passive: true });
  // The live connection, and that of another tab.
  for (const name of ['EventSource', 'BroadcastChannel'] as const)
    window[name] = new Proxy<new (...args: never[]) => EventTarget>(window[name], {
      construct(Channel, args: never[]) {
        const channel = new Channel(...args);
        channel.addEventListener('message', () => note(news));
        return channel;
      },
    }) as never;
  window.fetch = async (...request) => {
    const cause = [acts, news].find((each) => isAnswered(each, now()));
    if (!cause) return load(...request);
    cause.requests += 1;
    try {
      return await load(...request);
    } finally {
      cause.requests -= 1;
      note(cause);
    }
  };
  return {
    answersAct: (time) => isAnswered(acts, time),
    answersNews: (time) => isAnswered(news, time),
    noteScript: ({ name, startTime, responseEnd }) => {
      if (/\.js$/.test(name) && isAnswered(acts, startTime)) acts.times.push(responseEnd);
    },
    forget: () => (acts.times = []),
  };
}

/** Runs in the page. */
function observeShifts({ answersAct, answersNews, noteScript, forget }: Causes, most: number, mark: string): void {
  const now = performance.now.bind(performance);
  const frame = requestAnimationFrame.bind(window);
  let openedAt = 0;
  let sum = 0;
  let width = innerWidth;
  // The frame that paints the next page, or the page at another size, moves what both share.
  const beginAfterFrame = (): void => {
    openedAt = Infinity;
    width = innerWidth;
    frame(() =>
      frame(() => {
        openedAt = now();
        forget();
        sum = 0;
      }),
    );
  };
  addEventListener('resize', beginAfterFrame);
  // A page that has just been opened may be laid out before its tab has its size, and hears of no change then.
  let laidOut = 0;
  const sizes = new ResizeObserver(() => {
    if (laidOut > 0 && innerWidth !== laidOut) beginAfterFrame();
    laidOut = innerWidth;
  });
  frame(() => sizes.observe(document.documentElement));
  document.addEventListener('astro:before-preparation', () => (openedAt = Infinity));
  document.addEventListener('astro:after-swap', beginAfterFrame);
  // A tab that is being made may have no height for a frame, and is not seen then: all that it shows is in the topmost pixels.
  const hasNoHeight = (boxes: readonly DOMRect[]): boolean => {
    const drawn = boxes.filter(({ width, height }) => width > 0 && height > 0);
    return drawn.length > 0 && drawn.every(({ bottom }) => bottom <= 4);
  };
  const isUnseen = ({ sources }: Shift): boolean =>
    hasNoHeight(sources.map(({ previousRect }) => previousRect)) ||
    hasNoHeight(sources.map(({ currentRect }) => currentRect));
  const isNews = ({ startTime, sources }: Shift): boolean =>
    answersNews(startTime) && sources.every(({ node }) => !node || node.parentElement?.closest('[role=log]'));
  const observer = new PerformanceObserver((list) => {
    (list.getEntriesByType('resource') as PerformanceResourceTiming[]).forEach(noteScript);
    // Its event can come a frame after what it moves.
    if (innerWidth !== width) beginAfterFrame();
    for (const shift of list.getEntriesByType('layout-shift') as Shift[]) {
      const { value, startTime, sources } = shift;
      if (startTime < openedAt || answersAct(startTime) || isNews(shift) || isUnseen(shift)) continue;
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
  });
  for (const type of ['resource', 'layout-shift']) observer.observe({ type, buffered: true });
}
