/** Neck, shoulders and chest under the clothes. */
import { faceShape } from './face.ts';
import { at, line, smooth, type Point } from './sketch.ts';
import { glow, type Sitter } from './sitter.ts';

export interface Figure {
  neck: number;
  /** Height where neck and shoulders meet. */
  base: number;
  shoulders: number;
  shift: number;
  /** The outline from the neck over one shoulder and down the arm. */
  side(k: number): Point[];
  /** The same outline from the given distance to the neck on. */
  sideFrom(k: number, reach: number): Point[];
  /** Points relative to the middle of the chest. */
  trace(spec: string, mirror?: number): Point[];
}

export const FLOOR = 420;

export function figureOf(sitter: Sitter): Figure {
  const { look, pose } = sitter;
  const man = look.gender === 'male';
  const strong = look.build === 'athletic' ? 5 : 0;
  const neck = (man ? 49 : 39) + look.fullness * 14 + strong;
  const base = pose.chin + (man ? 30 : 35) - look.fullness * 12;
  const shoulders = look.shoulders;
  const shift = -12 * pose.sin;
  const slope = (man ? 0 : 6) - strong;
  const side = (k: number): Point[] => {
    const turned = 1 - Math.max(0, k * pose.sin) * 0.22;
    const sh = shoulders * turned;
    const drop = k === pose.near ? Math.abs(pose.sin) * 14 : 0;
    const keys: readonly Point[] = [
      [neck - 1, base - 26],
      [neck + 9, base - 4],
      [neck + 34 + strong * 3, base + 9 - strong + slope],
      [sh * 0.74, base + 27 + slope + drop],
      [sh * 0.95, base + 52 + slope + drop],
      [sh + 6, base + 104 + drop],
      [sh + 12 + look.fullness * 16, base + 176],
      [sh + 14 + look.fullness * 18, FLOOR],
    ];
    return smooth(
      keys.map(([x, y]): Point => [shift + k * x, y]),
      42,
    );
  };
  const sideFrom = (k: number, reach: number): Point[] =>
    side(k).filter(([x, y]) => k * (x - shift) >= neck + reach || y > base + 60);
  const trace = (spec: string, mirror = 1): Point[] =>
    spec
      .trim()
      .split(/\s+/)
      .map((word) => {
        const [x = 0, y = 0] = word.split(',').map(Number);
        return [shift + x * mirror, base + y];
      });
  return { neck, base, shoulders, shift, side, sideFrom, trace };
}

export function torso(figure: Figure): string {
  return `${line(figure.side(1))}${line([...figure.side(-1)].reverse(), 'L')}Z`;
}

export function drawBody(sitter: Sitter, figure: Figure): string {
  const { pose, skin, look } = sitter;
  const { neck: n, base, shift } = figure;
  const x = shift * 0.5 + pose.sin * 4;
  const neckForm = `M${x - n} 20L${x + n} 20C${x + n} ${base - 50} ${x + n} ${base - 20} ${shift + n + 12} ${base + 2}L${shift + n + 30} ${base + 60}H${shift - n - 30}L${shift - n - 12} ${base + 2}C${x - n} ${base - 20} ${x - n} ${base - 50} ${x - n} 20Z`;
  const bones =
    look.fullness > 0.6
      ? ''
      : [-1, 1]
          .map((k) => {
            const bone = figure.trace('12,36 34,27 66,25 104,27', k);
            return `<path d="${line(bone)}" fill="none" stroke="${skin.shade}" stroke-width="4" opacity=".28" stroke-linecap="round"/>`;
          })
          .join('');
  const cords = [-1, 1]
    .map(
      (k) =>
        `<path d="M${x + k * n * 0.7} ${base - 42}C${x + k * n * 0.55} ${base - 10} ${shift + k * 14} ${base + 18} ${shift + k * 9} ${base + 32}" fill="none" stroke="${skin.shade}" stroke-width="3.5" opacity=".22" stroke-linecap="round"/>`,
    )
    .join('');
  const jaw = faceShape(sitter);
  const castShadow = [14, 18, 22, 26, 30]
    .map(
      (dy) =>
        `<path d="${jaw}" transform="rotate(${look.tilt} 0 130) translate(${(-pose.lit * dy) / 2.6} ${dy + look.fullness * 6})" fill="${skin.shade}" opacity=".14"/>`,
    )
    .join('');
  return `<clipPath id="neck"><path d="${neckForm}"/><path d="${torso(figure)}"/></clipPath><path d="${torso(figure)}" fill="url(#skin)"/><path d="${neckForm}" fill="url(#skin)"/>
<g clip-path="url(#neck)">${cords}${bones}${glow(shift + pose.lit * 96, base + 42, 70, 26, 'tint-light', 0.5)}
${castShadow}
<path d="M${x - pose.lit * n} 60h${-pose.lit * 20}V${base + 4}L${shift - pose.lit * (n + 22)} ${base + 8}C${x - pose.lit * n * 0.7} ${base - 8} ${x - pose.lit * n * 0.5} 120 ${x - pose.lit * n * 0.55} 60Z" fill="${skin.shade}" opacity=".28"/></g>`;
}

export function drawTattoo(sitter: Sitter, figure: Figure): string {
  const { look, pose } = sitter;
  if (!look.tattoo) return '';
  const spots: Record<typeof look.tattoo, Point> = {
    neck: [26, -28],
    collarbone: [62, 40],
    shoulder: [figure.shoulders * 0.78, 62],
  };
  const [dx, dy] = spots[look.tattoo];
  const leaf = (x: number, y: number, turn: number, size: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C6 -7 15 -7 21 0C15 7 6 7 0 0Z"/></g>`;
  const twig = Array.from({ length: 5 }, (_, i) => leaf(i * 7, -i * 4.4, i % 2 ? 34 : -78, 0.62 - i * 0.05)).join('');
  return `<g transform="translate(${figure.shift + pose.lit * dx - (pose.lit < 0 ? 22 : 8)} ${figure.base + dy})" fill="#27303a" opacity=".62">${twig}<path d="M-4 3Q14 -6 32 -22" stroke="#27303a" stroke-width="2" fill="none"/></g>`;
}

export function drawNecklace(sitter: Sitter, figure: Figure): string {
  const { look } = sitter;
  if (!look.necklace) return '';
  const path = smooth(
    figure.trace(
      `${-figure.neck - 10},-2 -34,36 0,${look.necklace === 'chain' ? 44 : 56} 34,36 ${figure.neck + 10},-2`,
    ),
    26,
  );
  if (look.necklace === 'beads') {
    return path
      .map(
        ([x, y]) =>
          `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.6" fill="${look.metal}" stroke="#00000030" stroke-width="1"/>`,
      )
      .join('');
  }
  const [x, y] = at(path, 13);
  const charm =
    look.necklace === 'pendant'
      ? `<circle cx="${x}" cy="${y + 6}" r="6" fill="${look.metal}"/><circle cx="${x - 1.6}" cy="${y + 4}" r="1.8" fill="#fff" opacity=".8"/>`
      : '';
  return `<path d="${line(path)}" fill="none" stroke="${look.metal}" stroke-width="2.6"/>${charm}`;
}
