/** Turns a front view into a head that looks to one side: a simple model of skull and face. */
import { at, type Point } from './sketch.ts';
import type { Look } from './look.ts';

export interface Pose {
  w: number;
  chin: number;
  top: number;
  hairline: number;
  sin: number;
  cos: number;
  /** The side the back of the head shows on; -1 left, 1 right. */
  near: 1 | -1;
  lit: 1 | -1;
  /** Scales the heights of nose, mouth and jaw with the length of the face. */
  down(y: number): number;
  /** A point on the face; x and y in front view. */
  face(x: number, y: number, lift?: number): Point;
  /** A point on the outline of the whole head, hair included. */
  skull(x: number, y: number): Point;
  /** The visible border of the face at this height. */
  edge(y: number, side: number): number;
  /** Points written as "f.5,-60 o1.1,20 e1,9 r0,90": face, skull, visible border (x in head widths), raw. */
  trace(spec: string, mirror?: number): Point[];
}

const DEPTH = 76;

function widths(look: Look, down: (y: number) => number): Point[] {
  const { width: w, jaw, chin, cheek, length } = look.features;
  return [
    [-128, 8],
    [-121, w * 0.42],
    [-98, w * 0.8],
    [-62, w * 0.955],
    [-24, w * 0.985],
    [down(10), w],
    [down(36), w * cheek],
    [down(60), (w * cheek + jaw) * 0.515],
    [down(84), jaw * 0.985],
    [down(106), (jaw + chin) * 0.53],
    [length - 7, chin],
    [length, chin * 0.5],
  ];
}

function lookUp(table: readonly Point[], y: number): number {
  const k = Math.max(
    1,
    table.findIndex(([level]) => level >= y),
  );
  const [a, b] = y > at(table, table.length - 1)[0] ? [at(table, 99), at(table, 99)] : [at(table, k - 1), at(table, k)];
  const t = b[0] === a[0] ? 0 : Math.max(0, Math.min(1, (y - a[0]) / (b[0] - a[0])));
  return a[1] + (b[1] - a[1]) * t;
}

/** For each height, how far forward the middle of the head lies there, and how deep it is. */
function depths(down: (y: number) => number, chin: number): { middle: Point[]; half: Point[] } {
  const cheek = down(30);
  const jaw = down(84);
  // prettier-ignore
  return {
    middle: [[-128, -8], [-60, 0], [cheek, 0], [jaw, 16], [chin, 36]],
    half: [[-128, 30], [-100, 66], [-60, DEPTH], [cheek, DEPTH], [jaw, 58], [chin, 26]],
  };
}

export function poseOf(look: Look): Pose {
  const angle = (look.turn * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const { width: w, length: chin, hairline } = look.features;
  const down = (y: number): number => (y <= 0 ? y : (y * chin) / 126);
  const table = widths(look, down);
  const { middle, half } = depths(down, chin);
  const face = (x: number, y: number, lift = 0): Point => {
    const wide = lookUp(table, y);
    const bow = Math.sqrt(Math.max(0, 1 - (x / wide) ** 2));
    return [x * cos + (lookUp(middle, y) + lookUp(half, y) * bow + lift) * sin, y];
  };
  const edge = (y: number, side: number): number => {
    const wide = lookUp(table, y) * cos;
    const deep = lookUp(half, y) * sin;
    const reach = Math.sign(side) * sin >= 0 ? Math.hypot(wide, deep) : wide;
    return lookUp(middle, y) * sin + Math.sign(side) * reach;
  };
  const far = Math.hypot(w * cos, DEPTH * sin);
  const back = Math.hypot(w * cos, 88 * sin) + 22 * Math.abs(sin);
  const [left, right] = sin >= 0 ? [-back, far] : [-far, back];
  const skull = (x: number, y: number): Point => [(left + right) / 2 + (x / w) * ((right - left) / 2), y];
  const trace = (spec: string, mirror = 1): Point[] =>
    spec
      .trim()
      .split(/\s+/)
      .map((word) => {
        const [x = 0, y = 0] = word.slice(1).split(',').map(Number);
        if (word.startsWith('f')) return face(x * w * mirror, y);
        if (word.startsWith('e')) return [edge(y, x * mirror) + (Math.abs(x) - 1) * w * Math.sign(x * mirror), y];
        return word.startsWith('o') ? skull(x * w * mirror, y) : [x * mirror, y];
      });
  return {
    w,
    chin,
    top: -128,
    hairline,
    sin,
    cos,
    near: sin >= 0 ? -1 : 1,
    lit: look.light,
    down,
    face,
    skull,
    edge,
    trace,
  };
}
