/** The head itself: skull, ears, face and the side light on them. */
import { blend } from './palette.ts';
import { line, shape, type Point } from './sketch.ts';
import { glow, type Sitter } from './sitter.ts';

export function outline(sitter: Sitter, side: number): Point[] {
  const { pose } = sitter;
  const far = side * pose.sin > 0 ? Math.abs(pose.sin) : 0;
  const levels: readonly (readonly [y: number, push: number])[] = [
    [-118, 0],
    [-94, 0],
    [-60, 0],
    [-26, 1],
    [pose.down(2), -7],
    [pose.down(26), 4],
    [pose.down(50), 1],
    [pose.down(70), 0],
    [pose.down(88), 0],
    [pose.down(106), 0],
    [pose.chin - 6, 0],
  ];
  return levels.map(([y, push]) => [pose.edge(y, side) + side * push * far, y]);
}

export function faceShape(sitter: Sitter): string {
  const { pose } = sitter;
  const chin: Point = [pose.face(0, pose.chin)[0], pose.chin];
  const crown: Point = [pose.face(0, pose.top)[0], pose.top];
  return `${line([crown, ...outline(sitter, 1), chin, ...outline(sitter, -1).reverse(), crown])}Z`;
}

/** Both ears, or only the one on top of the hair of a turned head. */
export function drawEars(sitter: Sitter, onTop = false): string {
  const { pose, skin, look } = sitter;
  const drop = look.age > 60 ? 4 : 0;
  const sides = onTop ? (Math.abs(pose.sin) > 0.1 ? [pose.near] : []) : [-1, 1];
  return sides
    .map((side) => {
      const turned = side === pose.near ? Math.abs(pose.sin) : -Math.abs(pose.sin);
      const x = side * (pose.w + 4) * pose.cos - 14 * pose.sin;
      const rx = 11 + 7 * turned;
      const dark = side === pose.lit ? skin.base : skin.shade;
      const inner = side === pose.lit ? skin.shade : skin.base;
      return `<g transform="rotate(${side * 9} ${x.toFixed(1)} 12)"><ellipse cx="${x.toFixed(1)}" cy="${12 + drop}" rx="${rx.toFixed(1)}" ry="${25 + drop}" fill="${dark}"/>
<path d="M${(x + side * rx * 0.45).toFixed(1)} ${-4 + drop}q${side * 5} 12 ${-side * 3} 30" stroke="${inner}" stroke-width="3" fill="none" opacity=".45" stroke-linecap="round"/></g>`;
    })
    .join('');
}

function shadowSide(sitter: Sitter): string {
  const { pose, skin, look } = sitter;
  const dark = -pose.lit;
  const n = look.features.noseWidth;
  const edge = [
    pose.face(dark * pose.w * 0.34, -122),
    pose.face(dark * pose.w * 0.52, -74),
    pose.face(dark * pose.w * 0.66, -26),
    pose.face(dark * pose.w * 0.62, pose.down(14)),
    pose.face(dark * (n + 26), pose.down(48)),
    pose.face(dark * pose.w * 0.44, pose.down(78)),
    pose.face(dark * pose.w * 0.22, pose.down(108)),
    pose.face(dark * 6, pose.chin + 8),
  ];
  const far: Point[] = [
    [dark * 180, pose.chin + 8],
    [dark * 180, -122],
  ];
  const plane = `${line(edge)}L${far.map((p) => p.join(' ')).join('L')}Z`;
  // A few thin coats, each moved a little, make a soft border without a costly blur.
  const coats = [-8, -4.5, -1.5, 1.5, 5, 9].map(
    (dx) => `<path d="${plane}" transform="translate(${dx * dark})" fill="${skin.shade}" opacity=".068"/>`,
  );
  return coats.join('');
}

function modelling(sitter: Sitter): string {
  const { pose, skin, look, q } = sitter;
  const { eyeGap, mouthDrop } = look.features;
  const mouth = pose.down(80) + mouthDrop;
  const spot = (x: number, y: number, rx: number, ry: number, tint: string, opacity: number): string => {
    const [px, py] = pose.face(x, y);
    return glow(px, py, rx, ry, tint, opacity);
  };
  const lit = pose.lit;
  const rosy = look.gender === 'female' ? 0.55 : 0.36;
  const sockets = [-1, 1].map((k) => spot(k * (eyeGap + 1), -5, 25, 17, 'tint-shade', 0.36)).join('');
  const cheeks =
    spot(-49, pose.down(36), 34, 25, 'tint-blush', rosy) + spot(49, pose.down(36), 34, 25, 'tint-blush', rosy);
  const lights =
    spot(lit * 18, -72, 46, 27, 'tint-light', 0.75) +
    spot(lit * 46, pose.down(24), 25, 16, 'tint-light', 0.7) +
    spot(lit * 4, pose.chin - 16, 19, 12, 'tint-light', 0.5) +
    spot(lit * (pose.w - 12), -6, 15, 52, 'tint-light', 0.5);
  const underLip = `<path d="M${q(-17, mouth + 17)}C${q(-8, mouth + 24)} ${q(8, mouth + 24)} ${q(17, mouth + 17)}C${q(8, mouth + 20)} ${q(-8, mouth + 20)} ${q(-17, mouth + 17)}Z" fill="${skin.shade}" opacity=".4"/>`;
  return `${sockets}${cheeks}${lights}${underLip}`;
}

function rim(sitter: Sitter): string {
  const { pose, look } = sitter;
  const side = -pose.lit;
  const points = outline(sitter, side)
    .slice(3, -2)
    .map(([x, y]): Point => [x - side * 2, y]);
  const glint = blend(look.scene[2], sitter.skin.light, 0.6);
  return [13, 9, 6, 3]
    .map((width) => `<path d="${line(points)}" fill="none" stroke="${glint}" stroke-width="${width}" opacity=".1"/>`)
    .join('');
}

function skull(sitter: Sitter): string {
  const { pose } = sitter;
  const side = (k: number): Point[] => pose.trace('o0,-129 o.5,-119 o.86,-86 o1,-44 o.98,0 o.88,32', k);
  return `<path d="${shape(side(1), side(-1).reverse())}" fill="url(#skin)"/>`;
}

export function drawHead(sitter: Sitter): string {
  const ears = sitter.look.hair === 'headscarf' ? '' : drawEars(sitter);
  const form = faceShape(sitter);
  const brim = [20, 13, 7]
    .map(
      (width) => `<path d="${form}" fill="none" stroke="${sitter.skin.shade}" stroke-width="${width}" opacity=".07"/>`,
    )
    .join('');
  return `${skull(sitter)}${ears}<path d="${form}" fill="url(#skin)"/><clipPath id="face"><path d="${form}"/></clipPath>
<g clip-path="url(#face)">${shadowSide(sitter)}${rim(sitter)}${modelling(sitter)}${brim}</g>`;
}
