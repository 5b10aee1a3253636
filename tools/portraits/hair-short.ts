/** Short hair, thin hair and none. */
import { cap, curls, locks, sheet, spread, type HairParts } from './hair-brush.ts';
import { glow, type Sitter } from './sitter.ts';
import { at, line, smooth, type Point } from './sketch.ts';
import { between } from './random.ts';

/** Rim of the hair on the forehead, ear to ear. */
function rim(sitter: Sitter, lift = 0, temple = 0, burn = 14): Point[] {
  const h = sitter.pose.hairline - lift;
  const half = `f.5,${h + 2 - temple} f.78,${h + 12 - temple * 1.3} f.885,${h + 32 - temple * 0.5} f.93,-30 f.955,-8 f.985,${burn}`;
  const right = sitter.pose.trace(half);
  const left = sitter.pose.trace(half, -1).reverse();
  return [...left, ...sitter.pose.trace(`f0,${h}`), ...right];
}

function border(sitter: Sitter, volume: number, sides: number, burn = 14): Point[] {
  const { pose } = sitter;
  const t = pose.top - volume;
  const half = (k: number): string => {
    // Behind the ear of a turned head the hair goes on down to the nape.
    const nape = k === pose.near && Math.abs(pose.sin) > 0.1 ? ` o1.0,22 o.9,50` : ` o.965,${burn}`;
    return `o.5,${t + 7} o.83,${t + 30} o${1.0 + sides},-70 o${1.025 + sides},-34 o${1.0 + sides * 0.6},-6${nape}`;
  };
  return [...pose.trace(half(-1), -1).reverse(), ...pose.trace(`o0,${t}`), ...pose.trace(half(1))];
}

/** Locks that rise from the rim to the border. */
function combedUp(
  sitter: Sitter,
  inner: readonly Point[],
  outer: readonly Point[],
  lean: number,
  count: number,
): string {
  const a = smooth(inner, 24);
  const b = smooth(outer, 24);
  const rows = a.map((p, i) => {
    const q = at(b, i + Math.round(lean));
    return smooth([p, [(p[0] + q[0]) / 2 + lean * 2.4, (p[1] + q[1]) / 2 - 5], q], 8);
  });
  return locks(sitter, rows.slice(3, 22), count, 4);
}

function trimmed(sitter: Sitter, volume: number, sides: number, lean: number, count = 30): HairParts {
  const inner = rim(sitter);
  const outer = border(sitter, volume, sides);
  return {
    back: '',
    front: cap(smooth(outer, 40), smooth(inner, 40)) + combedUp(sitter, inner, outer, lean, count),
    hidesEars: false,
  };
}

/** The swept top that lies over trimmed sides. */
function sweep(sitter: Sitter, k: number, volume: number, fall: number): string {
  const { pose } = sitter;
  const { hairline: h, top } = pose;
  const one = pose.trace(
    `f-.56,${h + 2} f-.2,${h - 12 + fall * 0.3} f.3,${h - 4 + fall * 0.6} f.82,${h + 22 + fall}`,
    k,
  );
  const two = pose.trace(
    `o-.62,${(h + top) / 2 - 8} o-.1,${top - volume * 0.3 + 8} o.5,${top + 8} f.94,${h + 22 + fall * 0.4}`,
    k,
  );
  const three = pose.trace(`o-.66,${top + 22} o-.2,${top - volume} o.5,${top - volume + 4} o.99,-78`, k);
  return sheet(sitter, [one, two, three], 24);
}

function swept(sitter: Sitter, volume: number, fall: number): HairParts {
  const k = sitter.look.seed % 2 ? 1 : -1;
  const sides = trimmed(sitter, 5, 0.01, 0, 16);
  return { ...sides, front: sides.front + sweep(sitter, k, volume, fall) };
}

function quiff(sitter: Sitter): HairParts {
  const { pose } = sitter;
  const { hairline: h, top } = pose;
  const k = sitter.look.seed % 2 ? 1 : -1;
  const sides = trimmed(sitter, 4, 0, 0, 16);
  const row = (x: number, rise: number): Point[] =>
    pose.trace(
      `f${x},${h + 3 + Math.abs(x) * 8} f${x * 1.02 + 0.05},${h - 20 - rise * 0.2} o${x * 1.02 + 0.06},${top - rise * 0.7 + Math.abs(x) * 16} o${x * 0.94 + 0.16 * (1 - Math.abs(x))},${top - rise + 4 + Math.abs(x) * 22}`,
      k,
    );
  return {
    ...sides,
    front: sides.front + sheet(sitter, [row(-0.78, 16), row(-0.4, 34), row(0, 40), row(0.4, 36), row(0.74, 14)], 26),
  };
}

function cropped(sitter: Sitter): HairParts {
  const base = trimmed(sitter, 9, 0.015, 1.4, 10);
  const { pose } = sitter;
  const { hairline: h, top } = pose;
  const row = (x: number): Point[] =>
    pose.trace(
      `o${x * 0.8},${top - 9 + Math.abs(x) * 16} o${x * 0.98},${top + 8 + Math.abs(x) * 12} f${x},${h - 10 + Math.abs(x) * 10} f${x * 1.02 + 0.03},${h + 9 + Math.abs(x) * 9}`,
    );
  return { ...base, front: base.front + sheet(sitter, [row(-0.82), row(-0.42), row(0), row(0.42), row(0.82)], 30) };
}

function pixie(sitter: Sitter): HairParts {
  const { pose } = sitter;
  const k = sitter.look.seed % 2 ? 1 : -1;
  const v = between(sitter.random, 12, 20);
  const { hairline: h, top } = pose;
  const ear = (side: number): string =>
    sheet(
      sitter,
      [
        pose.trace(`f.78,${h + 14} f.93,-26 f.97,10 f.99,40`, side),
        pose.trace(`o.9,${top + 22} o1.09,-50 o1.1,0 o1.0,44`, side),
      ],
      9,
    );
  const one = pose.trace(`f-.5,${h + 2} f.0,${h + 6} f.5,${h + 24} f.93,-20`, k);
  const two = pose.trace(`o-.5,${top + 6} o.0,${top + 4} f.6,${h - 8} f.99,-36`, k);
  const three = pose.trace(`o-.6,${top + 6} o-.1,${top - v} o.62,${top - v + 8} o1.08,-52`, k);
  const other = sheet(
    sitter,
    [
      pose.trace(`f-.46,${h + 1} f-.8,${h + 20} f-.95,-24`, k),
      pose.trace(`o-.5,${top - v + 6} o-.94,${top + 26} o-1.09,-40`, k),
    ],
    10,
  );
  const nape = `<path d="${line(smooth(pose.trace('o-.96,0 o-.9,40 o-.7,72 o0,80 o.7,72 o.9,40 o.96,0'), 20))}Z" fill="url(#hair-deep)"/>`;
  const under = cap(smooth(border(sitter, v - 3, 0.04), 40), smooth(rim(sitter), 40), 'url(#hair)');
  return {
    back: nape,
    front: under + ear(1) + ear(-1) + other + sheet(sitter, [one, two, three], 26),
    hidesEars: false,
  };
}

function buzz(sitter: Sitter): HairParts {
  const front = cap(smooth(border(sitter, 2, -0.015), 40), smooth(rim(sitter), 40), 'url(#hair)', 0.8);
  return { back: '', front, hidesEars: false };
}

function scalp(sitter: Sitter): string {
  const { pose } = sitter;
  const [x, y] = pose.face(pose.lit * 22, -96);
  return glow(x, y, 34, 15, 'tint-light', 0.9);
}

function fringeRing(sitter: Sitter): HairParts {
  const { pose } = sitter;
  const side = (k: number): string =>
    sheet(
      sitter,
      [pose.trace('f.915,-62 f.93,-32 f.95,-8 f.985,16', k), pose.trace('o.96,-76 o1.04,-50 o1.065,-18 o1.0,30', k)],
      9,
    );
  return { back: '', front: scalp(sitter) + side(1) + side(-1), hidesEars: false };
}

function receding(sitter: Sitter): HairParts {
  const inner = rim(sitter, 14, 16);
  const outer = border(sitter, 5, 0.01);
  return {
    back: '',
    front: cap(smooth(outer, 40), smooth(inner, 40)) + combedUp(sitter, inner, outer, 0, 28),
    hidesEars: false,
  };
}

function curlyTop(sitter: Sitter): HairParts {
  const inner = rim(sitter, -4).slice(3, -3);
  const outer = border(sitter, 20, 0.02).slice(3, -3);
  const sides = cap(smooth(border(sitter, 2, 0), 40), smooth(rim(sitter), 40), 'url(#hair-deep)');
  return { back: '', front: sides + curls(sitter, spread(sitter, inner, outer, 84), 9), hidesEars: false };
}

export function shortHair(sitter: Sitter): HairParts | undefined {
  switch (sitter.look.hair) {
    case 'short':
      return trimmed(sitter, between(sitter.random, 10, 16), 0.02, sitter.look.seed % 2 ? 2 : -2);
    case 'sidepart':
      return swept(sitter, 15, 0);
    case 'swept':
      return swept(sitter, 22, 15);
    case 'slick':
      return trimmed(sitter, 10, 0.005, 0, 40);
    case 'quiff':
      return quiff(sitter);
    case 'crop':
      return cropped(sitter);
    case 'pixie':
      return pixie(sitter);
    case 'buzz':
      return buzz(sitter);
    case 'bald':
      return { back: '', front: scalp(sitter), hidesEars: false };
    case 'ring':
      return fringeRing(sitter);
    case 'receding':
      return receding(sitter);
    case 'curlytop':
      return curlyTop(sitter);
    default:
      return undefined;
  }
}
