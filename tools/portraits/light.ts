/** The paints of a picture: gradients that carry the side light, and the air over everything. */
import { airOf } from './backdrop.ts';
import { blend } from './palette.ts';
import type { Look } from './look.ts';
import type { Sitter } from './sitter.ts';

function linear(
  id: string,
  sitter: Sitter,
  stops: readonly (readonly [at: number, colour: string])[],
  rise = 0.3,
  unit = 150,
): string {
  const lit = sitter.pose.lit;
  const marks = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${lit * unit}" y1="${-unit * rise}" x2="${-lit * unit}" y2="${unit * rise}">${marks}</linearGradient>`;
}

function tint(id: string, colour: string): string {
  return `<radialGradient id="tint-${id}"><stop offset="0" stop-color="${colour}"/><stop offset=".45" stop-color="${colour}" stop-opacity=".5"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
}

type Stops = readonly (readonly [at: number, colour: string])[];

function hairPaints(sitter: Sitter): string {
  const { base, shade, light } = sitter.hair;
  // prettier-ignore
  const glossy: Stops = [[0, blend(base, light, 0.75)], [0.34, base], [1, shade]];
  // prettier-ignore
  const deep: Stops = [[0, blend(base, shade, 0.35)], [1, shade]];
  const strand = `<stop offset="0" stop-color="${blend(base, light, 0.6)}"/><stop offset="1" stop-color="${blend(base, shade, 0.6)}"/>`;
  return `${linear('hair', sitter, glossy, 0.75)}${linear('hair-deep', sitter, deep, 0.8)}<linearGradient id="hair-box" x1="0" y1="0" x2="1" y2="1">${strand}</linearGradient>`;
}

function clothPaints(sitter: Sitter): string {
  const { accent, cloth } = sitter.look;
  // prettier-ignore
  const worn: Stops = [[0, blend(cloth[0], '#ffffff', 0.14)], [0.4, cloth[0]], [1, cloth[1]]];
  // prettier-ignore
  const bright: Stops = [[0, blend(accent, '#ffffff', 0.25)], [0.4, accent], [1, blend(accent, '#1a0d12', 0.5)]];
  return linear('cloth', sitter, worn, 0.5, 250) + linear('accent', sitter, bright, 0.7, 160);
}

function skinPaints(sitter: Sitter): string {
  const { base, shade, light, blush } = sitter.skin;
  // prettier-ignore
  const skin: Stops = [[0, light], [0.26, blend(light, base, 0.75)], [0.52, base], [1, blend(base, shade, 0.75)]];
  const tints = tint('shade', shade) + tint('light', light) + tint('blush', blush) + tint('gleam', '#fff4ec');
  return linear('skin', sitter, skin, 0.25, 120) + tints;
}

function airPaints({ key, light }: Look): string {
  return `<radialGradient id="key" cx="${light > 0 ? 0.94 : 0.06}" cy=".1" r=".95"><stop offset="0" stop-color="${key}" stop-opacity=".24"/><stop offset=".65" stop-color="${key}" stop-opacity="0"/></radialGradient>
<radialGradient id="edge" cx=".5" cy=".42" r=".8"><stop offset=".55" stop-color="#12060a" stop-opacity="0"/><stop offset="1" stop-color="#12060a" stop-opacity=".26"/></radialGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset=".62" stop-color="#0c0508" stop-opacity="0"/><stop offset="1" stop-color="#0c0508" stop-opacity=".34"/></linearGradient>`;
}

export function paints(sitter: Sitter): string {
  return airOf(sitter.look) + skinPaints(sitter) + hairPaints(sitter) + clothPaints(sitter) + airPaints(sitter.look);
}

export function drawAir(): string {
  return ['key', 'floor', 'edge'].map((id) => `<rect width="480" height="600" fill="url(#${id})"/>`).join('');
}
