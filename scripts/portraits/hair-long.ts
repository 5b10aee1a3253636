/** Long, half-long and gathered hair. */
import { cap, locks, plait, sheet, type HairParts, type Wave } from './hair-brush.ts';
import { between } from './random.ts';
import { at, mixPoint, smooth, type Point } from './sketch.ts';
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
  const half = (k: number): Point[] => pose.trace(`o0,${pose.top - v} o.6,${pose.top - v + 10} o${1 + v * 0.006},-70 o${1.1 + v * 0.007},0 o${(1.1 + fall.flare) / 2 + 0.06},${fall.end * 0.55} o${fall.flare},${fall.end - 14} o${fall.flare - 0.24},${fall.end}`, k);
  const right = half(1);
  const left = half(-1);
  return sheet(sitter, [left, pose.trace(`o0,${pose.top} o0,-20 o0,60 o0,${fall.end}`), right], 14, fall.wave, 'url(#hair-deep)');
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
  return sheet(sitter, [locksOf(-1), pose.trace(`o-.1,${t - 10} f-.3,${t + 20} f-.36,-76 f-.38,${low - 2}`), pose.trace(`o.1,${t - 10} f.3,${t + 20} f.36,-76 f.38,${low - 1}`), locksOf(1)], 26);
}

function loose(sitter: Sitter, fall: Fall, extra = ''): HairParts {
  return { back: backOf(sitter, fall), front: falling(sitter, fall, 1) + falling(sitter, fall, -1) + extra, hidesEars: true };
}

/** Hair combed back from the face to a knot. */
function combed(sitter: Sitter, to: Point): string {
  const { pose } = sitter;
  const { top, hairline: h } = pose;
  const rim = pose.trace(`f-.99,16 f-.965,-22 f-.84,${h + 24} f-.5,${h + 4} f0,${h - 4} f.5,${h + 4} f.84,${h + 24} f.965,-22 f.99,16`);
  const outer = pose.trace(`o-1.02,16 o-1.06,-34 o-.96,-86 o-.58,${top - 7} o0,${top - 12} o.58,${top - 7} o.96,-86 o1.06,-34 o1.02,16`);
  const rounded = smooth(outer, 12);
  const strands = smooth(rim, 12).map((p, i) => {
    const u = i / 6 - 1;
    const far = at(rounded, i);
    return smooth([p, mixPoint(p, far, 0.62), mixPoint(at(rounded, Math.round((i + 6) / 2)), [to[0] + u * 16, to[1]], 0.35), to], 10);
  });
  return cap(smooth(outer, 30), smooth(rim, 30)) + locks(sitter, strands, 34, 3.4);
}

function wisps(sitter: Sitter): string {
  const { pose, hair } = sitter;
  const wisp = (k: number): string => {
    const points = smooth(pose.trace('f.92,-34 f1.02,0 f.96,38 f1.05,66', k), 10);
    return `<path d="${points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}" stroke="${hair.base}" stroke-width="2.2" fill="none" stroke-linecap="round"/>`;
  };
  return wisp(1) + wisp(-1);
}

function knot(sitter: Sitter, [x, y]: Point, r: number): string {
  const ring = (u: number): Point[] => smooth([[x - r * u, y + r * 0.2], [x - r * 0.5 * u, y - r * 0.72 * u], [x + r * 0.55 * u, y - r * 0.68 * u], [x + r * u, y + r * 0.22], [x + r * 0.2 * u, y + r * 0.8 * u]], 16);
  return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.88}" fill="url(#hair)"/>${locks(sitter, [ring(0.2), ring(0.6), ring(0.98)], 15, 4)}`;
}

export function longHair(sitter: Sitter): HairParts | undefined {
  const { look, pose, random } = sitter;
  const side = random() < 0.5 ? -1 : 1;
  const parting = side * between(random, 0.12, 0.36);
  const wave = (size: number, turns: number): Wave => ({ size, turns, phase: random() * 6 });
  const volume = between(random, 9, 19);
  const chest = between(random, 205, 262);
  const near = pose.near;
  switch (look.hair) {
    case 'long': return loose(sitter, { end: chest, flare: 1.3, volume, wave: wave(4, 1), veil: 0.5, part: parting });
    case 'sleek': return loose(sitter, { end: chest - 30, flare: 1.16, volume: 7, veil: 0.4, part: parting * 0.3 });
    case 'wavy': return loose(sitter, { end: chest, flare: 1.44, volume: volume + 4, wave: wave(10, 1.8), veil: 0.6, part: parting });
    case 'shag': return loose(sitter, { end: 150, flare: 1.3, volume: volume + 4, wave: wave(7, 1.4), veil: 0.9, part: parting * 0.4 }, fringe(sitter, -34));
    case 'curtain': return loose(sitter, { end: chest - 20, flare: 1.36, volume: volume + 3, wave: wave(6, 1.3), veil: 1.35, part: parting * 0.25 });
    case 'bangs': return loose(sitter, { end: chest - 40, flare: 1.24, volume: 10, wave: wave(3, 1), veil: 0.2, part: 0 }, fringe(sitter, -36));
    case 'bob': return loose(sitter, { end: pose.chin - between(random, 0, 14), flare: 1.16, volume, veil: 0.6, part: parting, blunt: true });
    case 'wavybob': return loose(sitter, { end: pose.chin + 8, flare: 1.3, volume: volume + 4, wave: wave(7, 1.2), veil: 0.6, part: parting });
    case 'lob': return loose(sitter, { end: pose.chin + between(random, 34, 56), flare: 1.2, volume, wave: wave(3, 1), veil: 0.55, part: parting, blunt: true });
    case 'topknot': {
      const to = pose.skull(-near * 4, pose.top - 22);
      return { back: knot(sitter, [to[0], pose.top - 34], between(random, 36, 45)), front: combed(sitter, [to[0], pose.top - 6]) + wisps(sitter), hidesEars: false };
    }
    case 'manbun': {
      const to = pose.skull(near * 20, pose.top - 10);
      return { back: knot(sitter, [to[0], pose.top - 14], 29), front: combed(sitter, [to[0], pose.top]), hidesEars: false };
    }
    case 'lowbun': {
      const to = pose.skull(near * 6, pose.top - 4);
      return { back: knot(sitter, [pose.skull(near * pose.w * 0.92, 0)[0], 74], 40), front: combed(sitter, to) + wisps(sitter), hidesEars: false };
    }
    case 'ponytail': {
      const tail = sheet(sitter, [pose.trace('o.5,-70 o1.24,-66 o1.36,10 o1.1,110 o1.02,214', near), pose.trace('o.4,-96 o1.36,-110 o1.62,0 o1.52,110 o1.26,232', near)], 18, wave(6, 1));
      return { back: tail, front: combed(sitter, pose.skull(near * pose.w * 0.3, pose.top - 2)) + wisps(sitter), hidesEars: false };
    }
    case 'braid': {
      const tail = plait(sitter, pose.trace(`o.8,60 o1.06,100 o1.08,165 o.92,262`, near), 23, 14);
      return { back: '', front: combed(sitter, pose.skull(near * pose.w * 0.2, pose.top)) + wisps(sitter) + tail, hidesEars: false };
    }
    case 'crownbraid': {
      const crown = plait(sitter, pose.trace('o-1.02,-30 o-.84,-104 o-.4,-136 o.1,-142 o.56,-130 o.92,-92 o1.04,-26'), 22, 15);
      return { back: '', front: combed(sitter, pose.skull(0, pose.top)) + wisps(sitter) + crown, hidesEars: false };
    }
    default: return undefined;
  }
}
