/** Curves and shapes as point lists, and their SVG path data. */
import type { Random } from './random.ts';

export type Point = readonly [x: number, y: number];

const round = (n: number): string => String(Math.round(n * 10) / 10);
export const xy = (p: Point): string => `${round(p[0])} ${round(p[1])}`;

export function at<T>(items: readonly T[], index: number): T {
  const item = items[Math.max(0, Math.min(items.length - 1, index))];
  if (item === undefined) throw new RangeError('empty list');
  return item;
}

export const mixPoint = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}

/** A smooth curve through the given points, sampled evenly. */
export function smooth(keys: readonly Point[], samples = 18): Point[] {
  const spans = keys.length - 1;
  return Array.from({ length: samples + 1 }, (_, i) => {
    const u = (i / samples) * spans;
    const k = Math.min(spans - 1, Math.floor(u));
    const [a, b, c, d] = [at(keys, k - 1), at(keys, k), at(keys, k + 1), at(keys, k + 2)];
    return [spline(a[0], b[0], c[0], d[0], u - k), spline(a[1], b[1], c[1], d[1], u - k)];
  });
}

/** Path data of a smooth open line through the points. */
export function line(points: readonly Point[], start = 'M'): string {
  let d = `${start}${xy(at(points, 0))}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [a, b, c, e] = [at(points, i - 1), at(points, i), at(points, i + 1), at(points, i + 2)];
    const one: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const two: Point = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6];
    d += `C${xy(one)} ${xy(two)} ${xy(c)}`;
  }
  return d;
}

/** Path data of a closed shape with one smooth side per list; the sides meet in corners. */
export function shape(...sides: readonly (readonly Point[])[]): string {
  return `${sides.map((side, i) => line(side, i === 0 ? 'M' : 'L')).join('')}Z`;
}

/** The same curve thrown into waves that grow from its start. */
export function waved(points: readonly Point[], size: number, turns: number, phase: number, from = 0.3): Point[] {
  return points.map(([x, y], i) => {
    const u = i / (points.length - 1);
    const grown = Math.max(0, Math.min(1, (u - from) / 0.35));
    return [x + Math.sin(phase + u * turns * Math.PI * 2) * size * grown, y];
  });
}

/** A line that is thick in the middle and thin at its ends, as a brush leaves it. */
export function stroke(points: readonly Point[], width: number): string {
  const last = points.length - 1;
  const side = (sign: number): Point[] =>
    points.map((p, i) => {
      const [before, after] = [at(points, i - 1), at(points, i + 1)];
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      const reach = (sign * width * Math.sin((Math.PI * (i + 0.15)) / (last + 0.3))) / (2 * Math.hypot(dx, dy) || 1);
      return [p[0] - dy * reach, p[1] + dx * reach];
    });
  return shape(side(1), side(-1).reverse());
}

/** The curve at place t (0 to 1) of a sheet given by curves of equal length. */
export function across(curves: readonly (readonly Point[])[], t: number): Point[] {
  const u = t * (curves.length - 1);
  const k = Math.min(curves.length - 2, Math.floor(u));
  const b = at(curves, k + 1);
  return at(curves, k).map((p, i) => mixPoint(p, at(b, i), u - k));
}

export function part(points: readonly Point[], from: number, to: number): Point[] {
  const last = points.length - 1;
  return points.slice(Math.floor(from * last), Math.max(Math.floor(from * last) + 3, Math.ceil(to * last) + 1));
}

export function jitter(random: Random, size: number): number {
  return (random() - 0.5) * 2 * size;
}
