/** What the years leave: folds, lines, freckles; and the soft chin of a full face. */
import type { Sitter } from './sitter.ts';

function folds(sitter: Sitter, strength: number): string {
  const { pose, look, q } = sitter;
  const { noseWidth: n, noseLength, mouthWidth: m, eyeGap: e, mouthDrop } = look.features;
  const y = pose.down(noseLength);
  const mouth = pose.down(80) + mouthDrop;
  const sides = [-1, 1].map((k) => {
    const cheek = `M${q(k * (n + 5), y)}C${q(k * (n + 14), y + 10)} ${q(k * (m + 11), mouth - 18)} ${q(k * (m + 12), mouth - 3)}`;
    const bag = `M${q(k * (e - 12), 13)}C${q(k * (e - 4), 18)} ${q(k * (e + 6), 18)} ${q(k * (e + 14), 13)}`;
    const outer = e + 19;
    const crow = `M${q(k * outer, 1)}L${q(k * (outer + 8), -3)}M${q(k * outer, 5)}L${q(k * (outer + 9), 6)}`;
    const deep =
      strength > 0.55
        ? `M${q(k * outer, 8)}L${q(k * (outer + 7), 13)}M${q(k * (m + 8), mouth + 8)}Q${q(k * (m + 11), mouth + 18)} ${q(k * (m + 6), mouth + 27)}`
        : '';
    return `<path d="${cheek}" stroke-width="2.8"/><path d="${bag}" stroke-width="2"/><path d="${crow}${deep}" stroke-width="1.7"/>`;
  });
  const top = look.features.hairline;
  const forehead =
    strength > 0.5
      ? [0.4, 0.62].map((u) => {
          const line = -38 + (top + 38) * u;
          return `<path d="M${q(-34, line + 3)}C${q(-12, line - 3)} ${q(12, line - 3)} ${q(34, line + 3)}" stroke-width="1.6" opacity=".6"/>`;
        })
      : [];
  return sides.join('') + forehead.join('');
}

export function drawAge(sitter: Sitter): string {
  const strength = Math.max(0, Math.min(1, (sitter.look.age - 36) / 36));
  if (strength === 0) return '';
  const opacity = (0.1 + strength * 0.36).toFixed(2);
  return `<g fill="none" stroke="${sitter.skin.shade}" stroke-linecap="round" opacity="${opacity}">${folds(sitter, strength)}</g>`;
}

export function drawFreckles(sitter: Sitter): string {
  const { pose, look, random, skin } = sitter;
  if (!look.freckles) return '';
  const dots = Array.from({ length: 46 }, () => {
    const side = random() < 0.5 ? -1 : 1;
    const [x, y] = pose.face(side * (4 + random() * 52), pose.down(12 + random() * 30));
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(0.8 + random() * 0.9).toFixed(1)}"/>`;
  });
  return `<g fill="${skin.shade}" opacity=".5">${dots.join('')}</g>`;
}

/** The curve of a second chin, drawn on the neck below the face. */
export function drawSoftChin(sitter: Sitter): string {
  const { pose, look, skin } = sitter;
  if (look.fullness < 0.55) return '';
  const y = pose.chin;
  const [left, right] = [pose.edge(y - 24, -1) + 3, pose.edge(y - 24, 1) - 3];
  const x = (left + right) / 2;
  const wide = (right - left) / 2;
  const deep = y + 12 + look.fullness * 11;
  return `<path d="M${x - wide} ${y - 24}C${x - wide * 0.92} ${y + 4} ${x - wide * 0.4} ${deep} ${x} ${deep}S${x + wide * 0.92} ${y + 4} ${x + wide} ${y - 24}Z" fill="url(#skin)"/>
<path d="M${x - wide * 0.72} ${y + 3}C${x - wide * 0.5} ${deep - 3} ${x - wide * 0.2} ${deep} ${x} ${deep}S${x + wide * 0.5} ${deep - 3} ${x + wide * 0.72} ${y + 3}" fill="none" stroke="${skin.shade}" stroke-width="3" opacity=".4" stroke-linecap="round"/>`;
}
