/** Eyes and brows. */
import { irises } from './palette.ts';
import { line, smooth, stroke, type Point } from './sketch.ts';
import type { Sitter } from './sitter.ts';

interface EyeForm {
  k: number;
  x: number;
  half: number;
  open: number;
  slant: number;
}

function form(sitter: Sitter, k: number): EyeForm {
  const f = sitter.look.features;
  const narrowed = { calm: 1, soft: 0.96, warm: 0.88, open: 0.8 }[sitter.look.smile];
  return { k, x: f.eyeGap, half: 16.6 * f.eyeSize, open: 8.4 * f.eyeOpen * narrowed, slant: f.eyeSlant };
}

/** Points along a lid, from inner to outer corner, raised by lift. */
function lid(sitter: Sitter, eye: EyeForm, height: number, lift = 0, reach = 0): Point[] {
  const { k, x, half, slant } = eye;
  const keys: readonly Point[] = [
    [x - half - reach * 0.3, 2.4 - lift * 0.3],
    [x - half * 0.52, -height * 0.74 + 0.6 - lift],
    [x - half * 0.02, -height - slant * 0.3 - lift],
    [x + half * 0.56, -height * 0.72 - slant * 0.75 - lift],
    [x + half + reach, -slant + 0.4 - lift * 0.55],
  ];
  return smooth(
    keys.map(([px, py]) => sitter.pose.face(k * px, py)),
    10,
  );
}

function eye(sitter: Sitter, k: number): string {
  const { pose, look, skin, ink } = sitter;
  const e = form(sitter, k);
  const upper = lid(sitter, e, e.open);
  const lower = lid(sitter, e, -e.open * 0.66).reverse();
  const form_ = `${line(upper)}${line(lower, 'L')}Z`;
  const woman = look.gender === 'female';
  const id = k < 0 ? 'eye-left' : 'eye-right';
  const [cx, cy] = pose.face(k * e.x - pose.sin * 5.5, -0.6 - e.slant * 0.2);
  const squeeze = Math.abs(pose.face(k * e.x + 1, 0)[0] - pose.face(k * e.x - 1, 0)[0]) / 2;
  const r = 8.4 * Math.sqrt(look.features.eyeSize);
  const rx = (r * Math.min(1, 0.25 + squeeze * 0.75)).toFixed(1);
  const [colour, rim] = irises[look.eyeColour];
  const crease = lid(sitter, e, e.open, 5.6 - look.features.eyeHood * 3.4, -1);
  const lash = lid(sitter, e, e.open, 0.9, woman ? 3.6 : 0.6);
  const spark: Point = [cx + pose.lit * 2.5, cy - 2.7];
  return `<clipPath id="${id}"><path d="${form_}"/></clipPath><path d="${form_}" fill="#f3e9e2"/><g clip-path="url(#${id})">
<ellipse cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" rx="${rx}" ry="${r.toFixed(1)}" fill="${rim}"/>
<ellipse cx="${cx.toFixed(1)}" cy="${(cy + 0.9).toFixed(1)}" rx="${(Number(rx) - 1.5).toFixed(1)}" ry="${(r - 1.5).toFixed(1)}" fill="${colour}"/>
<ellipse cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" rx="${(Number(rx) * 0.46).toFixed(1)}" ry="${(r * 0.46).toFixed(1)}" fill="#0c0808"/>
<path d="${line(lid(sitter, e, e.open, -1.6))}" fill="none" stroke="${skin.shade}" stroke-width="4.4" opacity=".5"/></g>
<circle cx="${spark[0].toFixed(1)}" cy="${spark[1].toFixed(1)}" r="1.9" fill="#fff"/>
<path d="${line(lower)}" fill="none" stroke="${skin.shade}" stroke-width="1.5" opacity=".5"/>
<path d="${line(crease)}" fill="none" stroke="${skin.shade}" stroke-width="1.9" opacity="${(0.75 - look.features.eyeHood * 0.35).toFixed(2)}" stroke-linecap="round"/>
<path d="${stroke(lash, woman ? 5.4 : 4)}" fill="${ink}"/>${woman ? wing(sitter, e) : ''}`;
}

function wing(sitter: Sitter, e: EyeForm): string {
  const { ink, q } = sitter;
  const [x, y] = [e.x + e.half, -e.slant];
  return `<path d="M${q(e.k * (x - 5), y - 2)}Q${q(e.k * (x + 2), y - 1)} ${q(e.k * (x + 6), y - 4.6)}Q${q(e.k * (x + 2.4), y + 1.4)} ${q(e.k * (x - 4), y + 1)}Z" fill="${ink}"/>`;
}

function browColour(sitter: Sitter): string {
  const { look, hair } = sitter;
  if (['silver', 'white'].includes(look.hairColour)) return '#8d8783';
  if (look.hairColour === 'grey') return '#625c5c';
  return ['blond', 'platinum', 'sand'].includes(look.hairColour) ? '#80603a' : hair.shade;
}

function brow(sitter: Sitter, k: number): string {
  const { look, pose } = sitter;
  const f = look.features;
  const y = -24 - f.browLift;
  const x = f.eyeGap;
  const keys: readonly Point[] = [
    [x - 20, y - 3],
    [x - 6, y - 4.6 - f.browArch * 0.4],
    [x + 10, y - 4.4 - f.browArch * 0.7],
    [x + 26, y + 5.4],
  ];
  const top = smooth(
    keys.map(([px, py]) => pose.face(k * px, py)),
    9,
  );
  const last = top.length - 1;
  const under = top.map(([px, py], i): Point => [px, py + f.browWeight * (0.95 - 0.9 * (i / last) ** 1.6)]);
  return `<path d="${line(top)}${line([...under].reverse(), 'L')}Z" fill="${browColour(sitter)}" opacity=".9"/>`;
}

export function drawEyes(sitter: Sitter): string {
  return [-1, 1].map((k) => eye(sitter, k) + brow(sitter, k)).join('');
}
