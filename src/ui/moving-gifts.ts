// The drawings of the gifts that move: filled shapes, and how some of them do.
import type { MovingGiftId } from '#contract/chats';
import { disc, GOLD, type Layer } from './gift-shapes.ts';

const ray = (angle: number): string => {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const at = (along: number, across: number): string =>
    `${(48 + along * cos - across * sin).toFixed(1)} ${(48 + along * sin + across * cos).toFixed(1)}`;
  return `M${at(28, -4)}L${at(42, 0)}L${at(28, 4)}Z`;
};
const rays = [0, 45, 90, 135, 180, 225, 270, 315].map(ray).join('');
const sparks = (x: number, y: number, r: number): string =>
  [0, 45, 90, 135, 180, 225, 270, 315]
    .map((angle) => (angle * Math.PI) / 180)
    .flatMap((angle) =>
      [1, 0.5].map((share) => [x + share * r * Math.cos(angle), y + share * r * Math.sin(angle), share * 3]),
    )
    .map(([left = 0, top = 0, size = 0]) => disc(Math.round(left), Math.round(top), size))
    .join('');

export const MOVING: Readonly<Record<MovingGiftId, readonly Layer[]>> = {
  sun: [
    ['#f4c95d', rays, 'spin'],
    [GOLD, disc(48, 48, 24)],
    ['#b5652f', 'M38 44a3 3 0 0 1 6 0ZM52 44a3 3 0 0 1 6 0ZM38 52h20a10 9 0 0 1-20 0Z'],
  ],
  heart: [
    ['#e2707f', 'M48 82L18 52a19 19 0 0 1 30-23a19 19 0 0 1 30 23Z', 'beat'],
    ['#f6b3bd', 'M28 40a9 9 0 0 1 12-7q-9 2-12 7Z', 'beat'],
  ],
  smile: [
    ['#f4c95d', disc(48, 48, 34)],
    ['#5a3325', disc(36, 42, 4)],
    ['#5a3325', 'M56 38h12a6 6 0 0 1-12 0Z', 'wink'],
    ['#c8364a', 'M32 54h32a16 14 0 0 1-32 0Z'],
    ['#e8a07a', `${disc(26, 54, 4)}${disc(70, 54, 4)}`],
  ],
  fireworks: [
    ['#2f3d66', disc(48, 48, 42)],
    ['#f4a259', sparks(34, 36, 15), 'burst'],
    ['#e2707f', sparks(62, 54, 17), 'burst-late'],
    ['#8fd3c1', sparks(38, 66, 10), 'burst'],
  ],
  cake: [
    ['#f4a259', 'M48 8q7 9 0 15q-7-6 0-15Z', 'flicker'],
    ['#8fa3d9', 'M45 24h6v18h-6Z'],
    ['#f2a7b5', 'M22 42h52v14q-6 7-13 0q-6 7-13 0q-7 7-13 0q-7 7-13 0Z'],
    ['#fdf6e6', 'M22 54q6 9 13 2q6 7 13 0q7 7 13 0q7 7 13-2v24h-52Z'],
    ['#e2707f', 'M22 64h52v5h-52Z'],
    ['#c9bfb2', 'M12 78h72v6h-72Z'],
  ],
  record: [
    ['#2d2b33', disc(48, 50, 38)],
    ['#55525f', 'M48 18a32 32 0 0 1 32 32h-5a27 27 0 0 0-27-27ZM48 82a32 32 0 0 1-32-32h5a27 27 0 0 0 27 27Z', 'spin'],
    ['#e4673d', disc(48, 50, 13)],
    ['#ffe3a3', 'M48 40a10 10 0 0 1 10 10h-10Z', 'spin-small'],
    ['#fdfbf4', disc(48, 50, 3)],
    ['#c9bfb2', 'M82 10h5v34l-18 18l-4-4l17-16Z'],
  ],
  butterfly: [
    ['#8e6bbf', 'M46 46Q40 16 18 20Q8 34 24 48Q10 58 22 74Q40 78 46 54Z', 'flap-left'],
    ['#8e6bbf', 'M50 46Q56 16 78 20Q88 34 72 48Q86 58 74 74Q56 78 50 54Z', 'flap-right'],
    ['#5a3325', 'M46 34h4v38h-4ZM46 34L38 20L40 19L48 33L56 19L58 20L50 34Z'],
  ],
  fire: [
    ['#8f5b43', 'M16 78L78 68L80 75L18 86ZM80 78L18 68L16 75L78 86Z'],
    ['#e4673d', 'M48 10q-4 18-16 28q-12 18 2 32h28q16-16 2-32q-2 8-8 8q4-20-8-36Z', 'flicker'],
    ['#f4c95d', 'M48 40q-2 10-8 14q-6 10 2 16h14q8-8 0-16q-6-4-8-14Z', 'flicker-late'],
  ],
};
