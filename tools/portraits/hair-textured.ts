/** Curls, coils, locs and plaits; and what is worn over hair. */
import { cap, curls, locks, spread, type HairParts } from './hair-brush.ts';
import { between } from './random.ts';
import { at, line, smooth, stroke, type Point } from './sketch.ts';
import type { Sitter } from './sitter.ts';

function cloud(sitter: Sitter, wide: number, high: number, low: number, r: number, count: number): HairParts {
  const { pose } = sitter;
  const h = pose.hairline;
  const outerHalf = `o.55,${-128 - high * 0.86} o${0.85 + wide * 0.45},-${110 + high * 0.3} o${1 + wide},-56 o${1 + wide * 1.04},0 o${0.98 + wide * 0.8},${low * 0.6} e${1.24 + wide * 0.2},${low}`;
  const innerHalf = `f.45,${h + 2} f.78,${h + 20} e1.06,-36 e1.12,-4 e1.18,${low * 0.4} e1.2,${low * 0.75}`;
  const outer = [...pose.trace(outerHalf, -1).reverse(), ...pose.trace(`o0,${-130 - high}`), ...pose.trace(outerHalf)];
  const inner = [...pose.trace(innerHalf, -1).reverse(), ...pose.trace(`f0,${h - 2}`), ...pose.trace(innerHalf)];
  const mass = `<path d="${line(smooth(outer, 40))}Z" fill="url(#hair-deep)"/>`;
  const hem = curls(sitter, smooth(outer, Math.round(count * 0.4)), r);
  const body = cap(smooth(outer, 40), smooth(inner, 40)) + curls(sitter, spread(sitter, inner, outer, count), r);
  return { back: mass + hem, front: body, hidesEars: true };
}

function longCurls(sitter: Sitter): HairParts {
  const top = cloud(sitter, 0.34, 26, 90, 10, 120);
  const { pose, random } = sitter;
  const end = between(random, 170, 235);
  const side = (k: number): Point[] =>
    spread(
      sitter,
      pose.trace(`e1.2,44 o.98,${end * 0.6} o.8,${end}`, k),
      pose.trace(`o1.38,40 o1.5,${end * 0.6} o1.26,${end - 6}`, k),
      42,
    );
  const under = `<path d="${line(smooth(pose.trace(`o-1.3,-20 o-1.42,80 o-1.2,${end - 10} o0,${end - 40} o1.2,${end - 10} o1.42,80 o1.3,-20`), 24))}Z" fill="url(#hair-deep)"/>`;
  return { back: under + top.back, front: curls(sitter, [...side(1), ...side(-1)], 11) + top.front, hidesEars: true };
}

/** Rope-like strands from the crown over the sides. */
function ropes(sitter: Sitter, end: number, thick: number, ridged: boolean): HairParts {
  const { pose, random, hair } = sitter;
  const { hairline: h, top } = pose;
  const rope = (points: readonly Point[], shade: boolean): string => {
    const d = line(smooth(points, 14));
    const colour = shade ? hair.shade : hair.base;
    return `<path d="${d}" stroke="${hair.shade}" stroke-width="${thick + 2.4}"/><path d="${d}" stroke="${colour}" stroke-width="${thick}"/><path d="${d}" stroke="${hair.light}" stroke-width="${thick * (ridged ? 0.45 : 0.24)}" opacity="${ridged ? 0.3 : 0.5}"${ridged ? ' stroke-dasharray="3 4.5"' : ''}/>`;
  };
  const wrap = (inner: string): string => `<g fill="none" stroke-linecap="round">${inner}</g>`;
  const back = Array.from({ length: 13 }, (_, i) => {
    const u = (i - 6) / 6;
    return rope(
      pose.trace(
        `o${u * 0.7},${top + 6} o${u * 1.14},-30 o${u * 1.2},60 o${u * 1.16 + between(random, -0.04, 0.04)},${end * 0.7} o${u * 1.12},${end + between(random, -16, 12) - Math.abs(u) * 14}`,
      ),
      true,
    );
  });
  const sides = [1, -1].flatMap((k) =>
    Array.from({ length: 6 }, (_, i) => {
      const u = i / 5;
      return rope(
        pose.trace(
          `o${0.1 + u * 0.14},${top - 8 + u * 6} o${0.62 + u * 0.2},${h + 6 - (1 - u) * 2 - u * 30} o${1.0 + u * 0.14},-${26 + u * 14} o${1.06 + u * 0.18},50 o${1.02 + u * 0.22},${end * 0.66} o${0.98 + u * 0.24},${end - between(random, 0, 26)}`,
          k,
        ),
        u > 0.7,
      );
    }).reverse(),
  );
  const roots = `<path d="${line(smooth(pose.trace(`f-.98,0 f-.92,-40 f-.8,${h + 18} f-.4,${h + 2} f0,${h - 2} f.4,${h + 2} f.8,${h + 18} f.92,-40 f.98,0`), 24))}${line(smooth(pose.trace(`o1.06,-30 o.96,-86 o.55,${top - 8} o0,${top - 12} o-.55,${top - 8} o-.96,-86 o-1.06,-30`), 24), 'L')}Z" fill="url(#hair-deep)"/>`;
  const rows = Array.from({ length: 9 }, (_, i) => (i - 4) / 4).map((u) =>
    rope(
      pose.trace(
        `f${u * 0.8},${h + 3 + u * u * 18} o${u * 0.8},${(h + top) / 2 + u * u * 8} o${u * 0.62},${top - 6 + u * u * 12}`,
      ),
      false,
    ),
  );
  return { back: wrap(back.join('')), front: roots + wrap(rows.join('') + sides.join('')), hidesEars: true };
}

function wrapped(sitter: Sitter, knot: boolean): HairParts {
  const { pose } = sitter;
  const h = pose.hairline;
  const low = knot ? 8 : 34;
  const hem = knot ? 'o' : 'e';
  const rim = smooth(
    pose.trace(
      `${hem}-1.02,${low} f-.97,-18 f-.86,${h + 22} f-.45,${h + 2} f0,${h - 4} f.45,${h + 2} f.86,${h + 22} f.97,-18 ${hem}1.02,${low}`,
    ),
    28,
  );
  const outer = smooth(
    pose.trace(`o-1.06,${low} o-1.14,-40 o-1.04,-96 o-.62,-148 o0,-158 o.62,-148 o1.04,-96 o1.14,-40 o1.06,${low}`),
    28,
  );
  const fill = `<path d="${line(outer)}${line([...rim].reverse(), 'L')}Z" fill="url(#accent)"/>`;
  const creases = [0.2, 0.42, 0.64, 0.84].map((u, i) => {
    const from = at(rim, Math.round(u * 28));
    const to = at(outer, Math.round((i % 2 ? u * 0.7 : 0.3 + u * 0.7) * 28));
    return stroke(smooth([from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 14], to], 10), 5);
  });
  const band = `<path d="${line(rim)}" fill="none" stroke="#ffffff" stroke-width="3" opacity=".22"/>`;
  const [kx, ky] = pose.skull(-pose.near * pose.w * 0.3, -142);
  const bow = knot
    ? `<ellipse cx="${kx - 14}" cy="${ky}" rx="25" ry="17" transform="rotate(-24 ${kx} ${ky})" fill="url(#accent)" stroke="#00000033" stroke-width="2"/><ellipse cx="${kx + 16}" cy="${ky + 1}" rx="23" ry="15" transform="rotate(22 ${kx} ${ky})" fill="url(#accent)" stroke="#00000033" stroke-width="2"/>`
    : '';
  const drape = knot
    ? ''
    : `<path d="${line(smooth(pose.trace(`o-1.1,-30 o-1.2,50 o-1.22,130 o-1.9,230 o0,300 o1.9,230 o1.22,130 o1.2,50 o1.1,-30`), 26))}Z" fill="url(#accent)"/>`;
  const under = knot
    ? ''
    : `<path d="${line(smooth(pose.trace(`e1.01,${low - 16} e.99,${pose.down(56)} e.97,${pose.down(84)} e.95,${pose.down(106)} f0,${pose.chin - 3} e-.95,${pose.down(106)} e-.97,${pose.down(84)} e-.99,${pose.down(56)} e-1.01,${low - 16}`), 30))}${line(smooth(pose.trace(`o-1.18,0 o-1.2,80 o-1.3,${pose.chin + 40} r0,${pose.chin + 92} o1.3,${pose.chin + 40} o1.2,80 o1.18,0`), 26), 'L')}Z" fill="url(#accent)"/>`;
  return {
    back: drape,
    front: `${fill}${under}<path d="${creases.join('')}" fill="#000" opacity=".17"/>${band}${bow}`,
    hidesEars: !knot,
  };
}

function beanie(sitter: Sitter): HairParts {
  const { pose, hair } = sitter;
  const h = pose.hairline + 10;
  const brim = (dy: number, out: number): Point[] =>
    smooth(
      pose.trace(
        `o${-1.03 - out},${-34 + dy} f-.88,${h + 10 + dy} f-.4,${h - 2 + dy} f0,${h - 5 + dy} f.4,${h - 2 + dy} f.88,${h + 10 + dy} o${1.03 + out},${-34 + dy}`,
      ),
      24,
    );
  const dome = smooth(pose.trace('o-1.08,-60 o-1.02,-108 o-.66,-156 o0,-172 o.66,-156 o1.02,-108 o1.08,-60'), 24);
  const ribs = Array.from({ length: 15 }, (_, i) => {
    const [a, b] = [at(brim(-30, 0.04), 2 + Math.round(i * 1.43)), at(brim(0, 0), 2 + Math.round(i * 1.43))];
    return `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
  });
  const folds = [-0.5, -0.18, 0.16, 0.5].map((u) =>
    stroke(smooth(pose.trace(`o${u * 1.5},${h - 34 + u * u * 30} o${u * 1.3},-130 o${u * 0.4},-166`), 10), 4),
  );
  const woman = sitter.look.gender === 'female';
  const hang = (k: number): string =>
    `<path d="${line(smooth(pose.trace('f.84,-72 f.96,-10 o.94,80 o.74,196 o1.1,204 o1.26,90 o1.08,-10 o.98,-72', k), 24))}Z" fill="url(#hair)"/>${locks(sitter, [smooth(pose.trace('f.95,-30 f.99,20 o.96,90 o.82,194', k), 14), smooth(pose.trace('o1.02,-40 o1.12,20 o1.2,90 o1.08,198', k), 14)], 14)}`;
  const burns = [1, -1]
    .map(
      (k) =>
        `<path d="${line(smooth(pose.trace('f.93,-50 f.955,-10 f.985,16 o.99,-20 o1.0,-50', k), 12))}Z" fill="${hair.base}"/>`,
    )
    .join('');
  return {
    back: '',
    front: `${woman ? hang(1) + hang(-1) : burns}<path d="${line(dome)}${line(brim(-20, 0.02).reverse(), 'L')}Z" fill="url(#accent)"/><path d="${folds.join('')}" fill="#000" opacity=".16"/>
<path d="${line(brim(-38, 0.06))}${line(brim(0, 0).reverse(), 'L')}Z" fill="url(#accent)" stroke="#00000030" stroke-width="2"/><path d="${ribs.join('')}" stroke="#000" stroke-width="2" opacity=".14"/>`,
    hidesEars: woman,
  };
}

export function texturedHair(sitter: Sitter): HairParts | undefined {
  const { random, look } = sitter;
  switch (look.hair) {
    case 'afro':
      return cloud(sitter, 0.62, between(random, 54, 70), 50, 9, 170);
    case 'shortafro':
      return { ...cloud(sitter, 0.1, 18, look.gender === 'male' ? -22 : 4, 7, 120), hidesEars: false };
    case 'curly':
      return cloud(sitter, 0.4, 30, between(random, 80, 110), 11, 130);
    case 'shortcurls':
      return look.gender === 'male'
        ? { ...cloud(sitter, 0.12, 22, -14, 9, 110), hidesEars: false }
        : cloud(sitter, 0.22, 24, 30, 10, 100);
    case 'longcurls':
      return longCurls(sitter);
    case 'locs':
      return ropes(sitter, 128, 12, false);
    case 'longlocs':
      return ropes(sitter, 220, 12, false);
    case 'boxbraids':
      return ropes(sitter, 250, 9, true);
    case 'headscarf':
      return wrapped(sitter, false);
    case 'turban':
      return wrapped(sitter, true);
    case 'beanie':
      return beanie(sitter);
    default:
      return undefined;
  }
}
