// What the drawings of gifts are made of.

/** A fill and the shapes that have it, from the back to the front, and how they move (`src/styles/_gift-art.scss`). */
export type Layer = readonly [fill: string, path: string, motion?: string];

export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
export const bloom = (x: number, y: number, r: number): string =>
  [0, 60, 120, 180, 240, 300]
    .map((angle) => (angle * Math.PI) / 180)
    .map((angle) =>
      disc(Math.round(x + r * Math.cos(angle)), Math.round(y + r * Math.sin(angle)), Math.round(r * 0.62)),
    )
    .join('');

export const STEM = '#3f7d58';
export const GOLD = '#e2a93b';
