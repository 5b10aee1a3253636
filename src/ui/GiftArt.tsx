// The drawings of the gifts: our own, each a few filled shapes on a field of 96 by 96.
import type { GiftId } from '#contract/chats';
import { bloom, disc, GOLD, type Layer, STEM } from './gift-shapes.ts';
import { MOVING } from './moving-gifts.ts';

const DRAWINGS: Readonly<Record<GiftId, readonly Layer[]>> = {
  daisy: [
    ['#cfe3d3', disc(48, 40, 34)],
    [STEM, 'M46 52h4v36h-4ZM50 74q14-12 22-4q-8 10-22 8Z'],
    ['#fdfbf4', bloom(48, 36, 16)],
    [GOLD, disc(48, 36, 9)],
  ],
  tea: [
    ['#c9bfb2', 'M34 14q-6 8 0 14t0 12h4q6-8 0-14t0-12ZM54 14q-6 8 0 14t0 12h4q6-8 0-14t0-12Z'],
    ['#4f7f8c', 'M70 50h6a12 12 0 0 1 0 24h-8v-7h8a5 5 0 0 0 0-10h-6Z'],
    ['#5f97a5', 'M18 46h54v12a24 24 0 0 1-24 24h-6a24 24 0 0 1-24-24Z'],
    ['#b5652f', 'M18 46h54v5h-54Z'],
    ['#c9bfb2', 'M14 84h64v5h-64Z'],
  ],
  crane: [
    ['#c8553d', 'M10 40L44 66L38 40Z'],
    ['#e07a5f', 'M22 48L48 76L88 28L54 44L40 22L36 46Z'],
    ['#f4b8a5', 'M48 42L66 44L50 72Z'],
    ['#c8553d', 'M66 44L88 28L52 76Z'],
  ],
  cupcake: [
    ['#8f5b43', 'M24 54h48l-7 32h-34Z'],
    ['#a9714f', 'M36 54h6l2 32h-6ZM54 54h6l-2 32h-6Z'],
    ['#f2a7b5', 'M20 54q0-12 12-13q0-13 16-13t16 13q12 1 12 13q-6 6-14 2q-7 6-14 0q-7 6-14 0q-8 4-14-2Z'],
    ['#c8364a', disc(48, 24, 7)],
  ],
  letter: [
    ['#fdf6e6', 'M14 28h68v46h-68Z'],
    ['#e9dcc0', 'M14 28L48 56L82 28L82 34L48 62L14 34Z'],
    ['#c8364a', 'M48 70l-11-10a7 7 0 0 1 11-8a7 7 0 0 1 11 8Z'],
  ],
  rose: [
    [STEM, 'M46 50h4v40h-4ZM50 70q12-14 22-6q-6 12-22 12ZM46 80q-12-12-20-4q6 10 20 8Z'],
    ['#a3243b', 'M28 30q0 24 20 26q20-2 20-26q-8-2-12 4q-8-14-16 0q-4-6-12-4Z'],
    ['#c8364a', 'M36 20q12-12 24 0q2 22-12 30q-14-8-12-30Z'],
    ['#e2707f', 'M42 24q6-6 12 0q1 12-6 16q-7-4-6-16Z'],
  ],
  chocolates: [
    ['#7a2438', 'M14 34h68v46h-68Z'],
    ['#5a3325', 'M20 40h26v16h-26ZM50 40h26v16h-26ZM20 60h26v14h-26ZM50 60h26v14h-26Z'],
    ['#8f5b43', `${disc(33, 47, 6)}${disc(63, 47, 6)}${disc(33, 67, 5)}${disc(63, 67, 5)}`],
    [GOLD, 'M44 20h8v14h-8ZM48 28q-18-16-18-4q2 8 18 6ZM48 28q18-16 18-4q-2 8-18 6Z'],
  ],
  lantern: [
    ['#3d3a4b', 'M40 12h16v6h-16ZM46 4h4v10h-4ZM40 78h16v6h-16Z'],
    ['#e4673d', 'M26 48a22 30 0 0 1 44 0a22 30 0 0 1-44 0Z'],
    ['#f4a259', 'M38 48a10 30 0 0 1 20 0a10 30 0 0 1-20 0Z'],
    ['#ffe3a3', disc(48, 50, 8)],
    ['#c8364a', 'M46 84h4v10h-4Z'],
  ],
  bouquet: [
    [STEM, 'M44 54L30 88h36L52 54Z'],
    ['#f0e3cf', 'M30 52h36l-8 38h-20Z'],
    ['#c8364a', 'M32 66h32l-2 8h-28Z'],
    ['#8e6bbf', bloom(30, 38, 9)],
    ['#e2707f', bloom(66, 38, 9)],
    ['#f4a259', bloom(48, 28, 10)],
    ['#fdfbf4', `${disc(30, 38, 5)}${disc(66, 38, 5)}${disc(48, 28, 5)}`],
  ],
  star: [
    ['#8fa3d9', 'M6 84L50 44L56 52ZM20 88L54 54L60 58ZM6 68L46 40L50 46Z'],
    [GOLD, 'M64 12l7 15l17 2l-12 12l3 17l-15-8l-15 8l3-17l-12-12l17-2Z'],
    ['#f8d98b', 'M64 24l4 8l8 1l-6 6l1 8l-7-4Z'],
  ],
  moon: [
    ['#2f3d66', disc(48, 48, 42)],
    ['#f6e7b4', disc(48, 48, 28)],
    ['#e5cf8d', `${disc(38, 40, 6)}${disc(56, 56, 8)}${disc(58, 36, 4)}`],
    ['#dfe6ff', `${disc(18, 26, 2)}${disc(78, 22, 2)}${disc(82, 62, 2)}${disc(16, 68, 2)}`],
  ],
  balloon: [
    ['#e4673d', 'M18 38a30 30 0 0 1 60 0q0 18-20 32h-20q-20-14-20-32Z'],
    ['#f4a259', 'M34 38a14 30 0 0 1 28 0q0 18-8 32h-12q-8-14-8-32Z'],
    ['#ffe3a3', 'M44 38a4 30 0 0 1 8 0v32h-8Z'],
    ['#5a3325', 'M38 70h2l3 10h-2ZM56 70h2l-3 10h-2Z'],
    ['#8f5b43', 'M40 79h16v12h-16Z'],
  ],
  ...MOVING,
};

/** Decorative: the name stands beside it. A gift of a newer version is drawn as a star. */
export const GiftArt = ({ gift }: { gift: GiftId | 'other' }) => (
  <svg className="gift-art" viewBox="0 0 96 96" aria-hidden="true">
    {DRAWINGS[gift === 'other' ? 'star' : gift].map(([fill, path, motion]) => (
      <path key={path} fill={fill} d={path} className={motion && `art-${motion}`} />
    ))}
  </svg>
);
