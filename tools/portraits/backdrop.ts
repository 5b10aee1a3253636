/** Painted places behind the sitter, out of focus. */
import { between, pick, seeded, type Random } from './random.ts';
import type { Backdrop, Look } from './look.ts';

type Scene = Look['scene'];
type Painter = (scene: Scene, random: Random) => string;

const rect = (x: number, y: number, w: number, h: number, fill: string, opacity: number, extra = ''): string =>
  `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" fill="${fill}" opacity="${opacity.toFixed(2)}" ${extra}/>`;
const disc = (x: number, y: number, r: number, fill: string, opacity: number): string =>
  `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`;
const many = (count: number, paint: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => paint(i)).join('');
const edgeX = (random: Random): number => pick(random, [between(random, 60, 150), between(random, 330, 420)]);

const leaf = (random: Random, fill: string, vein: string): string => {
  const x = random() < 0.5 ? random() * 130 : 350 + random() * 140;
  const l = between(random, 80, 180);
  return `<g transform="translate(${x.toFixed(0)} ${(random() * 560).toFixed(0)}) rotate(${(random() * 360).toFixed(0)})" opacity="${between(random, 0.5, 0.95).toFixed(2)}"><path d="M0 0C${l * 0.3} ${-l * 0.34} ${l * 0.8} ${-l * 0.28} ${l} 0C${l * 0.8} ${l * 0.28} ${l * 0.3} ${l * 0.34} 0 0Z" fill="${fill}"/><path d="M0 0H${l}" stroke="${vein}" stroke-width="2" opacity=".5"/></g>`;
};

const painters: Record<Backdrop, Painter> = {
  sun: ([, far, glow], random) =>
    disc(edgeX(random), between(random, 120, 230), between(random, 90, 150), glow, 0.85) +
    `<path d="M0 430C120 380 200 450 300 410S440 400 480 420V600H0Z" fill="${far}" opacity=".6"/>`,
  city: ([, far, glow], random) =>
    disc(edgeX(random), 130, 60, glow, 0.35) +
    many(10, (i) => {
      const [w, h, x] = [between(random, 40, 72), between(random, 170, 400), i * 52 - 20];
      return (
        rect(x, 600 - h, w, h, far, between(random, 0.45, 0.85)) +
        many(7, () =>
          rect(x + 5 + random() * (w - 14), 612 - h + random() * (h - 30), 6, 9, glow, between(random, 0.35, 0.9)),
        )
      );
    }),
  window: ([, , glow], random) => {
    const x = random() < 0.5 ? 20 : 190;
    return `<g transform="skewX(-9)">${rect(x + 60, -20, 130, 250, glow, 0.66)}${rect(x + 205, -20, 130, 250, glow, 0.5)}${rect(x + 60, 245, 130, 240, glow, 0.42)}${rect(x + 205, 245, 130, 240, glow, 0.3)}</g>`;
  },
  lights: ([, , glow], random) =>
    many(26, () => disc(random() * 480, random() * 540, between(random, 10, 42), glow, between(random, 0.1, 0.45))),
  leaves: ([near, far, glow], random) => many(11, () => leaf(random, random() < 0.5 ? far : glow, near)),
  arch: ([, far, glow], random) => {
    const r = between(random, 140, 180);
    return `<path d="M${240 - r} 600V270a${r} ${r} 0 0 1 ${2 * r} 0V600Z" fill="${glow}" opacity=".8"/><path d="M${280 - r} 600V280a${r - 40} ${r - 40} 0 0 1 ${2 * r - 80} 0V600Z" fill="${far}" opacity=".32"/>`;
  },
  blinds: ([, , glow], random) => {
    const lean = random() < 0.5 ? -14 : 14;
    return many(9, (i) =>
      rect(-90, i * 74 - 40, 680, 30, glow, 0.5 - 0.035 * i, `transform="rotate(${lean} 240 300)"`),
    );
  },
  panel: ([, far, glow], random) => {
    const x = random() < 0.5 ? 0 : 260;
    return (
      rect(x, 0, 220, 600, far, 1) +
      rect(x === 0 ? 220 : 250, 0, 9, 600, glow, 0.85) +
      disc(x === 0 ? 390 : 90, 170, 74, glow, 0.3)
    );
  },
  room: ([, far, glow], random) => {
    const [lamp, picture] = random() < 0.5 ? [395, 30] : [85, 330];
    return (
      rect(0, 430, 480, 170, far, 1) +
      disc(lamp, 130, 130, glow, 0.24) +
      disc(lamp, 130, 44, glow, 0.95) +
      rect(picture, 70, 120, 150, far, 0.7) +
      rect(picture + 12, 82, 96, 126, glow, 0.34)
    );
  },
  hills: ([near, far, glow], random) =>
    disc(edgeX(random), 150, 52, glow, 0.9) +
    many(3, (i) => {
      const y = 300 + i * 80;
      return `<path d="M-20 ${y}C80 ${y - between(random, 40, 110)} 160 ${y - 10} 240 ${y - between(random, 20, 80)}S420 ${y + 10} 500 ${y - 50}V620H-20Z" fill="${i === 1 ? near : far}" opacity="${0.4 + i * 0.22}"/>`;
    }),
  shelf: ([, far, glow], random) =>
    many(
      4,
      (row) =>
        rect(-10, 110 + row * 130, 500, 12, far, 0.9) +
        many(17, (i) => {
          const h = between(random, 52, 100);
          return random() < 0.12
            ? ''
            : rect(
                i * 29 - 6,
                110 + row * 130 - h,
                between(random, 15, 27),
                h,
                random() < 0.45 ? glow : far,
                between(random, 0.25, 0.8),
              );
        }),
    ),
  brush: ([, far, glow], random) =>
    many(12, () => {
      const y = random() * 600;
      return `<path d="M-40 ${y.toFixed(0)}C120 ${(y + between(random, -120, 60)).toFixed(0)} 300 ${(y + between(random, -60, 110)).toFixed(0)} 540 ${(y - between(random, 20, 160)).toFixed(0)}" stroke="${random() < 0.5 ? far : glow}" stroke-width="${between(random, 24, 74).toFixed(0)}" opacity="${between(random, 0.18, 0.5).toFixed(2)}" fill="none" stroke-linecap="round"/>`;
    }),
  sea: ([, far, glow], random) =>
    disc(edgeX(random), 210, 58, glow, 0.95) +
    rect(0, 330, 480, 270, far, 0.85) +
    many(24, () =>
      rect(
        random() * 460 - 20,
        336 + random() ** 1.6 * 240,
        between(random, 30, 110),
        4,
        glow,
        between(random, 0.15, 0.5),
      ),
    ),
  curtain: ([near, far, glow]) =>
    many(
      12,
      (i) =>
        `<path d="M${i * 44 - 14} -10C${i * 44 + 12} 200 ${i * 44 - 26} 400 ${i * 44} 620h26C${i * 44} 400 ${i * 44 + 36} 200 ${i * 44 + 14} -10Z" fill="${[far, glow, near][i % 3]}" opacity="${[0.55, 0.42, 0.5][i % 3]}"/>`,
    ),
  tiles: ([, far, glow], random) =>
    many(42, (i) =>
      rect(
        (i % 6) * 84 - 10,
        Math.floor(i / 6) * 88 - 10,
        76,
        80,
        random() < 0.4 ? glow : far,
        between(random, 0.1, 0.4),
        'rx="6"',
      ),
    ),
  birches: ([near, far, glow], random) =>
    disc(edgeX(random), 160, 100, glow, 0.6) +
    many(11, (i) => {
      const [w, x] = [between(random, 12, 30), i * 46 + between(random, -16, 16)];
      return (
        rect(
          x,
          -20,
          w,
          660,
          i % 3 ? far : glow,
          between(random, 0.4, 0.8),
          `transform="rotate(${between(random, -3, 3).toFixed(1)} ${x.toFixed(0)} 600)"`,
        ) + many(4, () => rect(x, random() * 600, w * 0.6, 6, near, 0.5))
      );
    }),
};

const softness: Partial<Record<Backdrop, number>> = {
  panel: 3,
  arch: 4,
  curtain: 8,
  shelf: 6,
  tiles: 7,
  brush: 9,
  lights: 4,
};

export const softnessOf = (look: Look): number => softness[look.backdrop] ?? 5;

function painting(look: Look): string {
  return `<rect x="-100" y="-100" width="680" height="800" fill="url(#air)"/>${painters[look.backdrop](look.scene, seeded(look.seed * 7 + 5))}`;
}

/** The backdrop alone and sharp, for a renderer that blurs by itself. */
export function drawSharpBackdrop(look: Look): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="160" height="200"><defs>${airOf(look)}</defs>${painting(look)}</svg>`;
}

export function airOf(look: Look): string {
  const [near, far] = look.scene;
  return `<linearGradient id="air" x1="${look.light > 0 ? 1 : 0}" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="${near}"/><stop offset="1" stop-color="${far}"/></linearGradient>`;
}

export function drawBackdrop(look: Look): string {
  return `<filter id="away" filterUnits="userSpaceOnUse" x="-60" y="-60" width="600" height="720"><feGaussianBlur stdDeviation="${softnessOf(look)}"/></filter><rect width="480" height="600" fill="url(#air)"/>
<g filter="url(#away)">${painting(look)}</g>`;
}
