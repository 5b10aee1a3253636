/** Long and half-long hair worn open. */
import { sheet, type HairParts, type Wave } from './hair-brush.ts';
import type { Hair } from './look.ts';
import { between } from './random.ts';
import type { Point } from './sketch.ts';
import type { Sitter } from './sitter.ts';

interface Fall {
  /** Where the hair ends, and how far out it hangs there (in head widths). */
  end: number;
  flare: number;
  volume: number;
  wave?: Wave;
  /** How far the strands by the face cover it. */
  veil: number;
  part: number;
  blunt?: boolean;
}

function backOf(sitter: Sitter, fall: Fall): string {
  const { pose } = sitter;
  const v = fall.volume;
  const half = (k: number): Point[] =>
    pose.trace(
      `o0,${pose.top - v} o.6,${pose.top - v + 10} o${1 + v * 0.006},-70 o${1.1 + v * 0.007},0 o${(1.1 + fall.flare) / 2 + 0.06},${fall.end * 0.55} o${fall.flare},${fall.end - 14} o${fall.flare - 0.24},${fall.end}`,
      k,
    );
  const right = half(1);
  const left = half(-1);
  return sheet(
    sitter,
    [left, pose.trace(`o0,${pose.top} o0,-20 o0,60 o0,${fall.end}`), right],
    14,
    fall.wave,
    'url(#hair-deep)',
  );
}

function falling(sitter: Sitter, fall: Fall, k: number): string {
  const { pose } = sitter;
  const { top, hairline: h } = pose;
  const v = fall.volume;
  const root = fall.part * k;
  const end = fall.end;
  const inner = `f${root},${h + 1} f${0.3 * fall.veil + root * 0.4 + 0.16},${h + 10} f${0.72 + (1 - fall.veil) * 0.1},${h + 32 + fall.veil * 6} f${0.95},-18 f1,26 o${fall.blunt ? 0.98 : 0.96},${Math.min(84, end * 0.7)} o${fall.flare - 0.5},${end * 0.8 + 8} o${fall.flare - 0.66},${end - 4}`;
  const outer = `o${root * 0.5},${top - v} o${0.56},${top - v + 7} o${0.98 + v * 0.004},${top + 42} o${1.12 + v * 0.006},-22 o${1.15 + v * 0.006},40 o${(1.13 + fall.flare) / 2 + 0.05},${end * 0.6 + 20} o${fall.flare + 0.04},${end * 0.85} o${fall.flare - (fall.blunt ? 0.06 : 0.16)},${end + 4}`;
  const middle = `o${root * 0.8},${top + (h - top) * 0.35 - v * 0.5} o${0.5},${(top + h) / 2 + 4 - v * 0.4} o${0.88},${top + 58} o${1.04},-24 o1.08,34 o${(1.06 + fall.flare) / 2},${end * 0.6 + 14} o${fall.flare - 0.18},${end * 0.84} o${fall.flare - 0.36},${end + 7}`;
  return sheet(sitter, [pose.trace(inner, k), pose.trace(middle, k), pose.trace(outer, k)], 22, fall.wave);
}

function fringe(sitter: Sitter, low: number): string {
  const { pose } = sitter;
  const t = pose.top;
  const locksOf = (k: number): Point[] => pose.trace(`o.2,${t - 8} f.5,${t + 12} f.82,-74 f.9,${low + 6}`, k);
  return sheet(
    sitter,
    [
      locksOf(-1),
      pose.trace(`o-.1,${t - 10} f-.3,${t + 20} f-.36,-76 f-.38,${low - 2}`),
      pose.trace(`o.1,${t - 10} f.3,${t + 20} f.36,-76 f.38,${low - 1}`),
      locksOf(1),
    ],
    26,
  );
}

function loose(sitter: Sitter, fall: Fall, extra = ''): HairParts {
  return {
    back: backOf(sitter, fall),
    front: falling(sitter, fall, 1) + falling(sitter, fall, -1) + extra,
    hidesEars: true,
  };
}

export function longHair(sitter: Sitter): HairParts | undefined {
  const { look, pose, random } = sitter;
  const side = random() < 0.5 ? -1 : 1;
  const part = side * between(random, 0.12, 0.36);
  const phase = random() * 6;
  const wave = (size: number, turns: number): Wave => ({ size, turns, phase });
  const volume = between(random, 9, 19);
  const chest = between(random, 205, 262);
  const { chin } = pose;
  const falls: Partial<Record<Hair, Fall>> = {
    long: { end: chest, flare: 1.3, volume, wave: wave(4, 1), veil: 0.5, part },
    sleek: { end: chest - 30, flare: 1.16, volume: 7, veil: 0.4, part: part * 0.3 },
    wavy: { end: chest, flare: 1.44, volume: volume + 4, wave: wave(10, 1.8), veil: 0.6, part },
    shag: { end: 150, flare: 1.3, volume: volume + 4, wave: wave(7, 1.4), veil: 0.9, part: part * 0.4 },
    curtain: { end: chest - 20, flare: 1.36, volume: volume + 3, wave: wave(6, 1.3), veil: 1.35, part: part * 0.25 },
    bangs: { end: chest - 40, flare: 1.24, volume: 10, wave: wave(3, 1), veil: 0.2, part: 0 },
    bob: { end: chin - (volume - 9) * 1.4, flare: 1.16, volume, veil: 0.6, part, blunt: true },
    wavybob: { end: chin + 8, flare: 1.3, volume: volume + 4, wave: wave(7, 1.2), veil: 0.6, part },
    lob: { end: chin + 26 + volume * 1.6, flare: 1.2, volume, wave: wave(3, 1), veil: 0.55, part, blunt: true },
  };
  const fall = falls[look.hair];
  if (!fall) return undefined;
  const bangs = look.hair === 'shag' ? fringe(sitter, -34) : look.hair === 'bangs' ? fringe(sitter, -36) : '';
  return loose(sitter, fall, bangs);
}
