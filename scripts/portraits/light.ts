/** The paints of a picture: gradients that carry the side light, and the air over everything. */
import { airOf } from './backdrop.ts';
import { blend } from './palette.ts';
import type { Sitter } from './sitter.ts';

function linear(id: string, sitter: Sitter, stops: readonly (readonly [at: number, colour: string])[], rise = 0.3, unit = 150): string {
  const lit = sitter.pose.lit;
  const marks = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${lit * unit}" y1="${-unit * rise}" x2="${-lit * unit}" y2="${unit * rise}">${marks}</linearGradient>`;
}

function tint(id: string, colour: string): string {
  return `<radialGradient id="tint-${id}"><stop offset="0" stop-color="${colour}"/><stop offset=".45" stop-color="${colour}" stop-opacity=".5"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
}

export function paints(sitter: Sitter): string {
  const { look, skin, hair, pose } = sitter;
  const lit = pose.lit > 0;
  const [cloth, fold] = look.cloth;
  return [
    airOf(look),
    linear('skin', sitter, [[0, skin.light], [0.26, blend(skin.light, skin.base, 0.75)], [0.52, skin.base], [1, blend(skin.base, skin.shade, 0.75)]], 0.25, 120),
    linear('hair', sitter, [[0, blend(hair.base, hair.light, 0.75)], [0.34, hair.base], [1, hair.shade]], 0.75, 150),
    linear('hair-deep', sitter, [[0, blend(hair.base, hair.shade, 0.35)], [1, hair.shade]], 0.8, 150),
    `<linearGradient id="hair-box" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${blend(hair.base, hair.light, 0.6)}"/><stop offset="1" stop-color="${blend(hair.base, hair.shade, 0.6)}"/></linearGradient>`,
    linear('cloth', sitter, [[0, blend(cloth, '#ffffff', 0.14)], [0.4, cloth], [1, fold]], 0.5, 250),
    linear('accent', sitter, [[0, blend(look.accent, '#ffffff', 0.25)], [0.4, look.accent], [1, blend(look.accent, '#1a0d12', 0.5)]], 0.7, 160),
    tint('shade', skin.shade), tint('light', skin.light), tint('blush', skin.blush), tint('gleam', '#fff4ec'),
    `<radialGradient id="key" cx="${lit ? 0.94 : 0.06}" cy=".1" r=".95"><stop offset="0" stop-color="${look.key}" stop-opacity=".24"/><stop offset=".65" stop-color="${look.key}" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="edge" cx=".5" cy=".42" r=".8"><stop offset=".55" stop-color="#12060a" stop-opacity="0"/><stop offset="1" stop-color="#12060a" stop-opacity=".26"/></radialGradient>`,
    `<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset=".62" stop-color="#0c0508" stop-opacity="0"/><stop offset="1" stop-color="#0c0508" stop-opacity=".34"/></linearGradient>`,
  ].join('');
}

export function drawAir(): string {
  return ['key', 'floor', 'edge'].map((id) => `<rect width="480" height="600" fill="url(#${id})"/>`).join('');
}
