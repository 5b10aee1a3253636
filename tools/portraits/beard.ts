/** Beards and moustaches. */
import { outline } from './face.ts';
import { between } from './random.ts';
import { jitter, line, smooth, stroke, type Point } from './sketch.ts';
import type { Sitter } from './sitter.ts';

function whiskers(sitter: Sitter, spots: readonly Point[], length: number): string {
  const { random, hair, pose } = sitter;
  const light: string[] = [];
  const dark: string[] = [];
  for (const [x, y] of spots) {
    const lean = (x - pose.face(0, pose.chin)[0]) * 0.1;
    const d = stroke(
      [
        [x, y],
        [x + lean * 0.6 + jitter(random, 2), y + length * 0.5],
        [x + lean + jitter(random, 3), y + length * between(random, 0.8, 1.2)],
      ],
      between(random, 1.4, 3),
    );
    (random() < 0.5 ? light : dark).push(d);
  }
  return `<path d="${light.join('')}" fill="${hair.light}" opacity=".5"/><path d="${dark.join('')}" fill="${hair.shade}" opacity=".6"/>`;
}

function moustache(sitter: Sitter, opacity = 1): string {
  const { pose, look, q } = sitter;
  const f = look.features;
  const y = pose.down(80) + f.mouthDrop;
  const top = pose.down(f.noseLength) + 9;
  const w = f.mouthWidth + 9;
  return `<path opacity="${opacity}" d="M${q(0, top)}C${q(w * 0.5, top - 2)} ${q(w * 0.85, y - 14)} ${q(w, y + 3)}C${q(w * 0.75, y + 1)} ${q(w * 0.35, y - 7)} ${q(0, y - 5)}C${q(-w * 0.35, y - 7)} ${q(-w * 0.75, y + 1)} ${q(-w, y + 3)}C${q(-w * 0.85, y - 14)} ${q(-w * 0.5, top - 2)} ${q(0, top)}Z" fill="url(#hair)"/>`;
}

/** Jaw line from one sideburn round the chin to the other, pushed out by grow and down by hang. */
function jaw(sitter: Sitter, grow: number, hang: number): Point[] {
  const { pose } = sitter;
  const side = (k: number): Point[] =>
    outline(sitter, k)
      .filter(([, y]) => y > 12)
      .map(([x, y]) => {
        const u = Math.min(1, (y - 12) / (pose.chin - 20));
        return [x + k * grow * Math.sin(u * 2.4) + k * 0.5, y + hang * u * u];
      });
  const chin: Point = [pose.face(0, pose.chin)[0], pose.chin + hang];
  return [...side(-1), chin, ...side(1).reverse()];
}

function cheekLine(sitter: Sitter, low: number): Point[] {
  const { pose, look } = sitter;
  const m = look.features.mouthWidth;
  const y = pose.down(80) + look.features.mouthDrop;
  const half: Point[] = [
    [pose.w * 0.985, 14],
    [pose.w * 0.9, pose.down(36 + low)],
    [pose.w * 0.7, pose.down(56 + low)],
    [m + 15, y - 16 + low * 0.4],
    [m * 0.6, y - 23],
  ];
  const right = half.map(([x, h]) => pose.face(x, h));
  const left = half.map(([x, h]) => pose.face(-x, h)).reverse();
  return smooth([...right, pose.face(0, y - 22), ...left], 30);
}

function mask(sitter: Sitter, grow: number, hang: number, low: number): string {
  return `${line(smooth(jaw(sitter, grow, hang), 40))}${line(cheekLine(sitter, low), 'L')}Z`;
}

function scatter(sitter: Sitter, count: number, hang: number): Point[] {
  const { random, pose, look } = sitter;
  const m = look.features.mouthWidth + 8;
  const y = pose.down(80) + look.features.mouthDrop;
  const spots: Point[] = [];
  const middle = pose.face(0, y)[0];
  while (spots.length < count) {
    const h = between(random, y - 20, pose.chin + hang - 12);
    const level = Math.min(h, pose.chin - 10);
    const hung = Math.max(0, h - level) * 0.55;
    const x = between(random, pose.edge(level, -1) + 8 + hung, pose.edge(level, 1) - 8 - hung);
    const hole = Math.abs(x - middle) < m && Math.abs(h - y - 4) < 17;
    const high = h < y && Math.abs(x - middle) < m + 24;
    if (!hole && !high) spots.push([x, h]);
  }
  return spots;
}

function goatee(sitter: Sitter): string {
  const { pose, look, q } = sitter;
  const y = pose.down(80) + look.features.mouthDrop;
  const w = look.features.mouthWidth + 7;
  const c = pose.chin;
  return `<path d="M${q(-w, y + 1)}C${q(-w - 3, y + 20)} ${q(-30, c - 6)} ${q(-18, c)}C${q(-8, c)} ${q(8, c)} ${q(18, c)}C${q(30, c - 6)} ${q(w + 3, y + 20)} ${q(w, y + 1)}C${q(w - 7, y + 20)} ${q(15, y + 18)} ${q(0, y + 18)}C${q(-15, y + 18)} ${q(-w + 7, y + 20)} ${q(-w, y + 1)}Z" fill="url(#hair)"/>`;
}

/** The hairless patch round the lips. */
function lipHole(sitter: Sitter): string {
  const { pose, look, q, skin } = sitter;
  const y = pose.down(80) + look.features.mouthDrop;
  const w = look.features.mouthWidth + 6;
  const low = look.smile === 'open' ? 24 : 15;
  return `<path d="M${q(-w, y - 4)}C${q(-w * 0.5, y - 12)} ${q(w * 0.5, y - 12)} ${q(w, y - 4)}C${q(w * 0.7, y + low)} ${q(-w * 0.7, y + low)} ${q(-w, y - 4)}Z" fill="${skin.shade}" opacity=".55"/>`;
}

/** The darker skin of a shaved or nearly shaved chin. */
function shadow(sitter: Sitter, opacity: number): string {
  const coats = [-5, 0, 5, 10].map((low) => mask(sitter, 0, 0, low));
  return coats.map((d) => `<path d="${d}" fill="${sitter.hair.shade}" opacity="${opacity}"/>`).join('');
}

export function drawBeard(sitter: Sitter): string {
  const { look } = sitter;
  switch (look.beard) {
    case 'none':
      return look.gender === 'male' && look.age > 20 ? shadow(sitter, 0.03) : '';
    case 'stubble':
      return shadow(sitter, 0.09);
    case 'moustache':
      return moustache(sitter);
    case 'goatee':
      return goatee(sitter) + moustache(sitter) + whiskers(sitter, scatter(sitter, 0, 0), 8);
    case 'short':
      return `<path d="${mask(sitter, 1.5, 3, 5)}" fill="url(#hair)" opacity=".86"/>${lipHole(sitter)}${moustache(sitter, 0.9)}${whiskers(sitter, scatter(sitter, 36, 2), 9)}`;
    case 'full':
      return `<path d="${mask(sitter, 6, 17, 0)}" fill="url(#hair)"/>${lipHole(sitter)}${moustache(sitter)}${whiskers(sitter, scatter(sitter, 60, 12), 17)}`;
    case 'long':
      return `<path d="${mask(sitter, 8, 44, 0)}" fill="url(#hair)"/>${lipHole(sitter)}${moustache(sitter)}${whiskers(sitter, scatter(sitter, 80, 34), 24)}`;
  }
}
