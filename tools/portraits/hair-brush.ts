/** The brushes every head of hair is painted with: sheets of locks, caps and curls. */
import { across, at, jitter, line, part, shape, smooth, stroke, waved, xy, type Point } from './sketch.ts';
import { between, type Random } from './random.ts';
import type { Sitter } from './sitter.ts';

export interface HairParts {
  /** Behind neck and shoulders. */
  back: string;
  /** Over face and clothes. */
  front: string;
  hidesEars: boolean;
}

export interface Wave {
  size: number;
  turns: number;
  phase: number;
  from?: number;
}

/** Fine locks that follow a sheet of curves. */
export function locks(sitter: Sitter, curves: readonly (readonly Point[])[], count: number, width = 4): string {
  const { random, hair } = sitter;
  const light: string[] = [];
  const dark: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const t = Math.max(0.02, Math.min(0.98, (i + 0.5) / count + jitter(random, 0.5 / count)));
    const from = random() * 0.35;
    const curve = part(across(curves, t), from, Math.min(1, from + between(random, 0.4, 0.75)));
    (i % 5 < 2 ? light : dark).push(stroke(curve, between(random, 0.4, 1) * width));
  }
  return `<path d="${dark.join('')}" fill="${hair.shade}" opacity=".42"/><path d="${light.join('')}" fill="${hair.light}" opacity=".4"/>`;
}

/** A sheet of hair hanging between curves, from their starts to their ends. */
export function sheet(
  sitter: Sitter,
  keys: readonly (readonly Point[])[],
  count: number,
  wave?: Wave,
  fill = 'url(#hair)',
): string {
  const curves = keys.map((curve, i) => {
    const sampled = smooth(curve, 20);
    return wave ? waved(sampled, wave.size, wave.turns, wave.phase + i * 0.7, wave.from) : sampled;
  });
  const ends = smooth(
    curves.map((curve) => at(curve, 99)),
    8,
  );
  const starts = smooth(
    curves.map((curve) => at(curve, 0)),
    8,
  ).reverse();
  const form = `${line(at(curves, 0))}${line(ends, 'L')}${line([...at(curves, 99)].reverse(), 'L')}${line(starts, 'L')}Z`;
  return `<path d="${form}" fill="${fill}"/>${locks(sitter, curves, count)}`;
}

/** Hair between an outer border and the hair line. */
export function cap(outer: readonly Point[], inner: readonly Point[], fill = 'url(#hair)', opacity = 1): string {
  return `<path d="${shape(outer, [...inner].reverse())}" fill="${fill}" opacity="${opacity}"/>`;
}

function coil(random: Random, [x, y]: Point, r: number): string {
  const a = random() * 6.3;
  const p = (turn: number, size: number): Point => [
    x + Math.cos(a + turn) * r * size,
    y + Math.sin(a + turn) * r * size,
  ];
  return `M${xy(p(0, 0.75))}Q${xy(p(0.9, 1.05))} ${xy(p(1.8, 0.75))}T${xy(p(3.4, 0.45))}`;
}

/** A mass of curls over the given spots; r is their size. */
export function curls(sitter: Sitter, spots: readonly Point[], r: number): string {
  const { random, hair, pose } = sitter;
  const dots = spots.map(
    ([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(r * between(random, 0.7, 1.2)).toFixed(1)}"/>`,
  );
  const lit: string[] = [];
  const dim: string[] = [];
  for (const spot of spots) {
    const bright = (spot[0] * pose.lit) / 150 + between(random, -0.1, 0.75) - (spot[1] + 60) / 400;
    (bright > 0.4 ? lit : dim).push(coil(random, spot, r * 0.95));
  }
  return `<g fill="url(#hair)">${dots.join('')}</g><path d="${dim.join('')}" fill="none" stroke="${hair.shade}" stroke-width="${(r * 0.3).toFixed(1)}" stroke-linecap="round" opacity=".6"/>
<path d="${lit.join('')}" fill="none" stroke="${hair.light}" stroke-width="${(r * 0.26).toFixed(1)}" stroke-linecap="round" opacity=".62"/>`;
}

/** Evenly spread spots between two borders. */
export function spread(sitter: Sitter, inner: readonly Point[], outer: readonly Point[], count: number): Point[] {
  const { random } = sitter;
  const [a, b] = [smooth(inner, 40), smooth(outer, 40)];
  return Array.from({ length: count }, (_, i) => {
    const u = Math.floor((((i * 0.618) % 1) * 0.98 + random() * 0.02) * 40);
    const t = Math.sqrt((i + random()) / count);
    const [p, q] = [at(a, u), at(b, u)];
    return [p[0] + (q[0] - p[0]) * t + jitter(random, 4), p[1] + (q[1] - p[1]) * t + jitter(random, 4)];
  });
}

/** A plait along a path. */
export function plait(sitter: Sitter, path: readonly Point[], width: number, links = 11): string {
  const { hair } = sitter;
  const spine = smooth(path, links * 2);
  const knots = Array.from({ length: links }, (_, i) => {
    const [a, b] = [at(spine, i * 2), at(spine, i * 2 + 2)];
    const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
    const w = width * (1 - 0.4 * (i / links));
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.95;
    const bead = (side: number): string => {
      const d = `M${-long * 0.7} ${side * w * 0.1}C${-long * 0.5} ${side * w * 0.8} ${long * 0.3} ${side * w} ${long * 1.1} ${side * w * 0.62}C${long * 1.3} ${side * w * 0.3} ${long * 0.9} ${-side * w * 0.2} ${long * 0.5} ${-side * w * 0.16}C${long * 0.1} ${-side * w * 0.1} ${-long * 0.4} ${-side * w * 0.1} ${-long * 0.7} ${side * w * 0.1}Z`;
      const shine = `M${-long * 0.3} ${side * w * 0.3}Q${long * 0.2} ${side * w * 0.62} ${long * 0.9} ${side * w * 0.42}`;
      return `<path d="${d}" fill="url(#hair-box)" stroke="${hair.shade}" stroke-width="1" stroke-opacity=".6"/><path d="${shine}" stroke="${hair.light}" stroke-width="1.6" fill="none" opacity=".45"/>`;
    };
    return `<g transform="translate(${xy(a).replace(' ', ',')}) rotate(${turn.toFixed(0)})">${bead(i % 2 ? 1 : -1)}${bead(i % 2 ? -1 : 1)}</g>`;
  });
  return knots.join('');
}
