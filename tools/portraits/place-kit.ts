/** The few shapes the place pictures are built from, and their light. */
import { seeded, type Random } from './random.ts';

export interface Place {
  id: string;
  draw(): string;
}

const n = (v: number): string => String(Math.round(v * 10) / 10);

export const box = (x: number, y: number, w: number, h: number, fill: string, opacity = 1, r = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" opacity="${opacity}" rx="${r}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" opacity="${opacity}"/>`;
export const form = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}" opacity="${opacity}"/>`;
export const rule = (d: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${d}" stroke="${colour}" stroke-width="${width}" fill="none" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;
export const many = (count: number, paint: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => paint(i)).join('');
export const moved = (x: number, y: number, inner: string, scale = 1, turn = 0): string =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${scale})">${inner}</g>`;

/** A top-to-bottom or slanted gradient; use its id as fill. */
export const fade = (id: string, from: string, to: string, slant = 0): string =>
  `<linearGradient id="${id}" x1="${slant}" y1="0" x2="${1 - slant}" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
export const halo = (id: string, colour: string): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}"/><stop offset=".4" stop-color="${colour}" stop-opacity=".45"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

/** A leaf that starts at 0 0 and points right. */
export const leaf = (length: number, fill: string, vein = '#ffffff'): string =>
  `<path d="M0 0C${n(length * 0.3)} ${n(-length * 0.32)} ${n(length * 0.8)} ${n(-length * 0.26)} ${n(length)} 0C${n(length * 0.8)} ${n(length * 0.26)} ${n(length * 0.3)} ${n(length * 0.32)} 0 0Z" fill="${fill}"/><path d="M0 0H${n(length * 0.9)}" stroke="${vein}" stroke-width="1.6" opacity=".35"/>`;

/** A pot with a plant of pointed leaves. */
export function pottedPlant(random: Random, pot: string, greens: readonly string[], size: number): string {
  const leaves = many(15, (i) => {
    const turn = -168 + i * 11.2 + (random() - 0.5) * 14;
    return moved(0, -10, leaf(size * (0.7 + random() * 0.5), greens[i % greens.length] ?? '#5a7d58'), 1, turn);
  });
  return `${leaves}<path d="M-34 -14H34L26 50H-26Z" fill="${pot}"/><path d="M6 -14H34L26 50H4Z" fill="#000" opacity=".16"/><rect x="-38" y="-20" width="76" height="14" rx="4" fill="${pot}"/><rect x="4" y="-20" width="34" height="14" rx="4" fill="#000" opacity=".12"/>`;
}

/** One place: paints first (defs), then the picture; light falls from the given side. */
export function place(
  id: string,
  light: 'left' | 'right',
  paint: (random: Random) => { paints: string; picture: string },
): Place {
  return {
    id,
    draw: () => {
      const { paints, picture } = paint(seeded(Number(id.slice(1)) * 31));
      const cx = light === 'left' ? 0.06 : 0.94;
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="640" height="800"><defs>${paints}
<radialGradient id="key" cx="${cx}" cy=".08" r="1"><stop offset="0" stop-color="#ffe2b0" stop-opacity=".42"/><stop offset=".7" stop-color="#ffe2b0" stop-opacity="0"/></radialGradient>
<radialGradient id="edge" cx=".5" cy=".45" r=".8"><stop offset=".55" stop-color="#12060a" stop-opacity="0"/><stop offset="1" stop-color="#12060a" stop-opacity=".3"/></radialGradient></defs>${picture}<rect width="480" height="600" fill="url(#key)"/><rect width="480" height="600" fill="url(#edge)"/></svg>`;
    },
  };
}
