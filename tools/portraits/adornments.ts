/** Glasses and earrings. */
import { line, type Point } from './sketch.ts';
import type { Glasses } from './look.ts';
import type { Sitter } from './sitter.ts';

/** Half outlines of a lens round its centre, clockwise from the inner side. */
const lenses: Record<Glasses, readonly Point[]> = {
  round: [
    [-24, 0],
    [-17, -18],
    [0, -24],
    [17, -18],
    [24, 0],
    [17, 18],
    [0, 24],
    [-17, 18],
    [-24, 0],
  ],
  square: [
    [-25, -4],
    [-23, -17],
    [0, -19],
    [23, -18],
    [26, -5],
    [22, 15],
    [0, 18],
    [-20, 15],
    [-25, -4],
  ],
  cat: [
    [-24, 0],
    [-20, -15],
    [2, -18],
    [25, -22],
    [29, -12],
    [22, 12],
    [2, 18],
    [-18, 14],
    [-24, 0],
  ],
  pilot: [
    [-23, -10],
    [-12, -18],
    [10, -19],
    [26, -14],
    [25, 4],
    [12, 22],
    [-6, 21],
    [-20, 8],
    [-23, -10],
  ],
  half: [
    [-24, -4],
    [-22, -14],
    [0, -16],
    [23, -15],
    [25, -4],
    [21, 14],
    [0, 17],
    [-19, 14],
    [-24, -4],
  ],
};

export function drawGlasses(sitter: Sitter): string {
  const { look, pose, q } = sitter;
  if (!look.glasses) return '';
  const e = look.features.eyeGap + 1.5;
  const points = lenses[look.glasses];
  const lens = (k: number): string => `${line(points.map(([x, y]) => pose.face(k * (e + x), y + 1.5, 7)))}Z`;
  const inner = e - 24;
  const bridge = `M${q(-inner, -4, 7)}Q${q(0, -11, 14)} ${q(inner, -4, 7)}`;
  const temple = (k: number): string => {
    if (k !== pose.near && Math.abs(pose.sin) > 0.14) return '';
    const ear = k * (pose.w + 1) * pose.cos - 10 * pose.sin;
    return `M${q(k * (e + 25), -8, 7)}L${ear.toFixed(1)} -6`;
  };
  const thick = look.glasses === 'pilot' ? 2.6 : 4.4;
  const half =
    look.glasses === 'half'
      ? `<path d="${[-1, 1].map((k) => line(points.slice(0, 5).map(([x, y]) => pose.face(k * (e + x), y + 1.5, 7)))).join('')}" stroke-width="4.6"/><path d="${lens(-1)}${lens(1)}" stroke-width="1.2" opacity=".6"/>`
      : `<path d="${lens(-1)}${lens(1)}" stroke-width="${thick}" fill="#fff" fill-opacity=".09"/>`;
  return `<g fill="none" stroke="${look.frame}" stroke-linejoin="round" stroke-linecap="round">${half}<path d="${bridge}${temple(-1)}${temple(1)}" stroke-width="${thick * 0.85}"/></g>`;
}

export function drawEarrings(sitter: Sitter): string {
  const { look, pose } = sitter;
  if (!look.earring) return '';
  return [-1, 1]
    .map((k) => {
      if (k !== pose.near && Math.abs(pose.sin) > 0.16) return '';
      const x = k * (pose.w + 5) * pose.cos - 14 * pose.sin;
      if (look.earring === 'stud')
        return `<circle cx="${x.toFixed(1)}" cy="38" r="4.4" fill="${look.metal}"/><circle cx="${(x - 1.2).toFixed(1)}" cy="36.8" r="1.4" fill="#fff"/>`;
      if (look.earring === 'hoop')
        return `<ellipse cx="${x.toFixed(1)}" cy="49" rx="8.5" ry="12" fill="none" stroke="${look.metal}" stroke-width="3.2"/>`;
      return `<path d="M${x.toFixed(1)} 36v9" stroke="${look.metal}" stroke-width="2"/><path d="M${x.toFixed(1)} 44c7 9 6 17 0 18c-6 -1 -7 -9 0 -18Z" fill="${look.metal}"/>`;
    })
    .join('');
}
