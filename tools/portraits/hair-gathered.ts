/** Hair combed back into a bun, a tail or a braid. */
import { cap, locks, plait, sheet, type HairParts } from './hair-brush.ts';
import { between } from './random.ts';
import { at, mixPoint, smooth, type Point } from './sketch.ts';
import type { Sitter } from './sitter.ts';

/** Hair combed back from the face to a knot. */
function combed(sitter: Sitter, to: Point): string {
  const { pose } = sitter;
  const { top, hairline: h } = pose;
  const rim = pose.trace(
    `f-.99,16 f-.965,-22 f-.84,${h + 24} f-.5,${h + 4} f0,${h - 4} f.5,${h + 4} f.84,${h + 24} f.965,-22 f.99,16`,
  );
  const outer = pose.trace(
    `o-1.02,16 o-1.06,-34 o-.96,-86 o-.58,${top - 7} o0,${top - 12} o.58,${top - 7} o.96,-86 o1.06,-34 o1.02,16`,
  );
  const rounded = smooth(outer, 12);
  const strands = smooth(rim, 12).map((p, i) => {
    const u = i / 6 - 1;
    const far = at(rounded, i);
    return smooth(
      [p, mixPoint(p, far, 0.62), mixPoint(at(rounded, Math.round((i + 6) / 2)), [to[0] + u * 16, to[1]], 0.35), to],
      10,
    );
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
  const ring = (u: number): Point[] =>
    smooth(
      [
        [x - r * u, y + r * 0.2],
        [x - r * 0.5 * u, y - r * 0.72 * u],
        [x + r * 0.55 * u, y - r * 0.68 * u],
        [x + r * u, y + r * 0.22],
        [x + r * 0.2 * u, y + r * 0.8 * u],
      ],
      16,
    );
  return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.88}" fill="url(#hair)"/>${locks(sitter, [ring(0.2), ring(0.6), ring(0.98)], 15, 4)}`;
}

/** The tail of a ponytail, behind the shoulder. */
function tail(sitter: Sitter): string {
  const { pose, random } = sitter;
  const curves = ['o.5,-70 o1.24,-66 o1.36,10 o1.1,110 o1.02,214', 'o.4,-96 o1.36,-110 o1.62,0 o1.52,110 o1.26,232'];
  const wave = { size: 6, turns: 1, phase: random() * 6 };
  return sheet(
    sitter,
    curves.map((curve) => pose.trace(curve, pose.near)),
    18,
    wave,
  );
}

const CROWN = 'o-1.02,-30 o-.84,-104 o-.4,-136 o.1,-142 o.56,-130 o.92,-92 o1.04,-26';

/** The knot or tail behind, where the hair is combed to, and what lies over it. */
function gathering(sitter: Sitter): { back: string; to: Point; over: string } | undefined {
  const { pose, random, look } = sitter;
  const { near, top, w } = pose;
  switch (look.hair) {
    case 'topknot': {
      const [x] = pose.skull(-near * 4, top);
      return { back: knot(sitter, [x, top - 34], between(random, 36, 45)), to: [x, top - 6], over: wisps(sitter) };
    }
    case 'manbun': {
      const [x] = pose.skull(near * 20, top);
      return { back: knot(sitter, [x, top - 14], 29), to: [x, top], over: '' };
    }
    case 'lowbun': {
      const [x] = pose.skull(near * w * 0.92, 0);
      return { back: knot(sitter, [x, 74], 40), to: pose.skull(near * 6, top - 4), over: wisps(sitter) };
    }
    case 'ponytail':
      return { back: tail(sitter), to: pose.skull(near * w * 0.3, top - 2), over: wisps(sitter) };
    case 'braid': {
      const braid = plait(sitter, pose.trace('o.8,60 o1.06,100 o1.08,165 o.92,262', near), 23, 14);
      return { back: '', to: pose.skull(near * w * 0.2, top), over: wisps(sitter) + braid };
    }
    case 'crownbraid':
      return { back: '', to: pose.skull(0, top), over: wisps(sitter) + plait(sitter, pose.trace(CROWN), 22, 15) };
    default:
      return undefined;
  }
}

export function gatheredHair(sitter: Sitter): HairParts | undefined {
  const gathered = gathering(sitter);
  if (!gathered) return undefined;
  return { back: gathered.back, front: combed(sitter, gathered.to) + gathered.over, hidesEars: false };
}
