/** Nose and mouth. */
import { glow, type Sitter } from './sitter.ts';
import { line, stroke, type Point } from './sketch.ts';

export function drawNose(sitter: Sitter): string {
  const { pose, skin, look, q } = sitter;
  const { noseLength: len, noseWidth: n, noseBridge: bridge } = look.features;
  const y = pose.down(len);
  // On a turned head the ridge hides the far side, so the line follows the far edge of the nose.
  const d = Math.abs(pose.sin) > 0.2 ? Math.sign(pose.sin) : -pose.lit;
  const ridge = `M${q(d * 9, -20)}C${q(d * 7, -6)} ${q(d * (6 + bridge), y * 0.4, 10)} ${q(d * 8, y - 12, 18)}C${q(d * (n + 1), y - 9, 6)} ${q(d * (n + 2), y + 1, 2)} ${q(d * (n - 1), y + 3)}C${q(d * 8, y + 8, 8)} ${q(d * 3, y + 7, 14)} ${q(0, y + 7, 16)}C${q(d * 3, y - 8, 18)} ${q(d * 2, y * 0.4, 10)} ${q(d * 9, -20)}Z`;
  const nostril = (k: number): string =>
    stroke([pose.face(k * (n - 3), y + 3, 5), pose.face(k * (n * 0.55), y + 3.4, 9), pose.face(k * 4, y + 6, 13)], 4);
  const wing = (k: number): string =>
    `M${q(k * (n - 2), y - 9, 4)}C${q(k * (n + 3), y - 6, 2)} ${q(k * (n + 3), y + 4, 2)} ${q(k * (n - 4), y + 5, 5)}`;
  const [tipX, tipY] = pose.face(-d * 2, y - 5, 20);
  const under = line([
    pose.face(-n, y + 2, 4),
    pose.face(-n * 0.5, y + 6, 9),
    pose.face(0, y + 9, 15),
    pose.face(n * 0.5, y + 6, 9),
    pose.face(n, y + 2, 4),
  ]);
  return `<path d="${ridge}" fill="${skin.shade}" opacity=".42"/><path d="${wing(-1)}${wing(1)}" fill="none" stroke="${skin.shade}" stroke-width="2.2" stroke-linecap="round" opacity=".75"/>
<path d="${under}" fill="none" stroke="${skin.shade}" stroke-width="2" stroke-linecap="round" opacity=".45"/>
<path d="${nostril(-1)}${nostril(1)}" fill="${skin.shade}" opacity=".95"/>${glow(tipX, tipY, n * 0.62, 9, 'tint-light', 0.85)}
<path d="M${q(-d * 2, -12, 4)}L${q(-d * 2, y - 16, 16)}" stroke="${skin.light}" stroke-width="5" stroke-linecap="round" opacity=".3"/>`;
}

interface MouthForm {
  y: number;
  half: number;
  lift: number;
  upper: number;
  lower: number;
}

function mouthForm(sitter: Sitter): MouthForm {
  const { look, pose } = sitter;
  const f = look.features;
  const wide = { calm: 0, soft: 1.5, warm: 4, open: 6 }[look.smile];
  const lift = { calm: 2.2, soft: 3.4, warm: 5.6, open: 6.4 }[look.smile];
  const thin = look.age > 55 ? 0.84 : 1;
  return {
    y: pose.down(80) + f.mouthDrop,
    half: f.mouthWidth + wide,
    lift,
    upper: 7 * f.upperLip * thin,
    lower: 10.5 * f.lowerLip * thin,
  };
}

/** The line where the lips meet; sag lowers its middle. */
function seam(sitter: Sitter, m: MouthForm, sag: number, inset = 0): Point[] {
  const h = m.half - inset;
  const keys: readonly Point[] = [
    [-h, m.y - m.lift],
    [-h * 0.55, m.y - m.lift * 0.1 + sag * 0.7],
    [-h * 0.2, m.y + 0.6 + sag],
    [0, m.y + 1.6 + sag],
    [h * 0.2, m.y + 0.6 + sag],
    [h * 0.55, m.y - m.lift * 0.1 + sag * 0.7],
    [h, m.y - m.lift],
  ];
  return keys.map(([x, y]) => sitter.pose.face(x, y, -4 + 6 * (1 - Math.abs(x) / m.half)));
}

function lips(sitter: Sitter, m: MouthForm): { top: Point[]; bottom: Point[] } {
  const h = m.half;
  const gap = sitter.look.smile === 'open' ? 9 : 0;
  const top: readonly Point[] = [
    [-h, m.y - m.lift],
    [-h * 0.5, m.y - m.lift * 0.35 - m.upper * 0.62],
    [-h * 0.18, m.y - m.upper],
    [0, m.y - m.upper * 0.7],
    [h * 0.18, m.y - m.upper],
    [h * 0.5, m.y - m.lift * 0.35 - m.upper * 0.62],
    [h, m.y - m.lift],
  ];
  const bottom: readonly Point[] = [
    [h, m.y - m.lift],
    [h * 0.6, m.y + gap * 0.75 + m.lower * 0.5],
    [h * 0.22, m.y + gap + m.lower * 0.98],
    [0, m.y + gap + m.lower * 1.02],
    [-h * 0.22, m.y + gap + m.lower * 0.98],
    [-h * 0.6, m.y + gap * 0.75 + m.lower * 0.5],
    [-h, m.y - m.lift],
  ];
  const place = (points: readonly Point[]): Point[] =>
    points.map(([x, y]) => sitter.pose.face(x, y, -4 + 6 * (1 - Math.abs(x) / h)));
  return { top: place(top), bottom: place(bottom) };
}

export function drawMouth(sitter: Sitter): string {
  const { look, skin, pose, q } = sitter;
  const m = mouthForm(sitter);
  const { top, bottom } = lips(sitter, m);
  const colour = look.lipstick ?? skin.lip;
  const strength = look.gender === 'female' ? 0.95 : 0.62;
  const middle = seam(sitter, m, 0);
  const [gx, gy] = pose.face(-pose.lit * -3, m.y + (look.smile === 'open' ? 14 : m.lower * 0.55));
  const corners = [-1, 1]
    .map(
      (k) =>
        `<path d="M${q(k * (m.half + 1), m.y - m.lift - 3)}Q${q(k * (m.half + 5), m.y - m.lift)} ${q(k * (m.half + 2), m.y - m.lift + 5)}" fill="none" stroke="${skin.shade}" stroke-width="2" opacity=".5" stroke-linecap="round"/>`,
    )
    .join('');
  let inside: string;
  if (look.smile === 'open') {
    const low = seam(sitter, m, 9.5, 1).reverse();
    const teeth = seam(sitter, m, 7, 3).reverse();
    const upper = seam(sitter, m, -1.4, 1);
    inside = `<path d="${line(upper)}${line(low, 'L')}Z" fill="#5a2327"/><path d="${line(upper)}${line(teeth, 'L')}Z" fill="#f8efe7"/>`;
  } else {
    inside = `<path d="${stroke(middle, 3.4)}" fill="#3a1614" opacity=".8"/>`;
  }
  return `<g opacity="${strength}"><path d="${line(top)}${line([...middle].reverse(), 'L')}Z" fill="${colour}"/><path d="${line([...middle].reverse())}${line([...bottom].reverse(), 'L')}Z" fill="${colour}" opacity=".82"/></g>
${inside}${glow(gx, gy, m.half * 0.42, 3.2, 'tint-gleam', 0.5)}${corners}`;
}
