// A card of the swipe game under the finger: it follows at once, also out of a motion, and is answered or springs back.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flyIn, follow } from '../../src/features/swipe/use-drag.ts';

/** A card 300 pixels wide, with the motions that run on it: while one runs, it hides what `style` says. */
function cardOf() {
  const motions = new Set<{ at: number; cancel(): void }>();
  const properties = new Map<string, string>();
  const style = {
    transform: '',
    transition: '',
    setProperty: (name: string, value: string) => properties.set(name, value),
    removeProperty: (name: string) => properties.delete(name),
  };
  const card = {
    clientWidth: 300,
    style,
    animate: (frames: readonly { transform: string }[]) => {
      const motion = { at: shift(frames[0]?.transform ?? ''), cancel: () => motions.delete(motion) };
      motions.add(motion);
      return motion;
    },
    getAnimations: () => [...motions],
  };
  /** Where it is seen. */
  const seen = (): number => [...motions].at(-1)?.at ?? shift(style.transform);
  return { card: card as unknown as HTMLElement, style, motions, properties, seen };
}
const shift = (transform: string): number => Number(/translate3d\((-?[\d.]+)px/.exec(transform)?.[1] ?? 0);

let made: ReturnType<typeof cardOf>;
const onAnswer = vi.fn();
beforeEach(() => {
  made = cardOf();
  onAnswer.mockReset();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('innerWidth', 390);
  vi.stubGlobal('getComputedStyle', () => ({ transform: String(made.seen()) }));
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      readonly m41: number;
      readonly m42 = 0;
      constructor(transform: string) {
        this.m41 = Number(transform);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A gesture that goes through these shifts, and where the card is seen at each. */
function drag(shifts: readonly number[], { canLike = true, isReleased = true, speed = 0.1 } = {}): number[] {
  let memo: unknown;
  const step = (active: boolean, x: number): number => {
    const state = {
      active,
      canceled: false,
      movement: [x, 0],
      velocity: [speed, 0],
      direction: [Math.sign(x), 0],
      memo,
    };
    memo = follow(made.card, state as unknown as Parameters<typeof follow>[1], { canLike, onAnswer });
    return made.seen();
  };
  const seen = shifts.map((x) => step(true, x));
  if (isReleased) step(false, shifts.at(-1) ?? 0);
  return seen;
}

test('LI15: a card follows the finger without delay, and is answered where it is far or fast enough', () => {
  expect(drag([10, 50, 120])).toEqual([10, 50, 120]);
  expect(made.style.transition).toBe('none');
  expect(onAnswer.mock.calls).toEqual([[true, 0.1]]);
  made = cardOf();
  drag([-30], { speed: 1 });
  expect(onAnswer.mock.calls.at(-1)).toEqual([false, 1]);
});

test('LI15: a card that springs back is caught on its way, and goes on from there', () => {
  drag([40]);
  expect([onAnswer.mock.calls.length, made.motions.size, made.style.transition]).toEqual([0, 1, '']);
  expect(drag([0, -60], { isReleased: false })).toEqual([40, -20]);
  expect(made.motions.size).toBe(0);
});

test('LI15: a card that was taken back follows as soon as it is touched', () => {
  flyIn(made.card);
  expect(drag([0, 380], { isReleased: false })).toEqual([-390, -10]);
});

test('LI15: a tap leaves a motion alone; without a like left, a card springs back', () => {
  flyIn(made.card);
  drag([]);
  expect(made.motions.size).toBe(1);
  made = cardOf();
  drag([200], { canLike: false });
  expect([onAnswer.mock.calls.length, made.motions.size, made.properties.size]).toEqual([0, 1, 0]);
});
