/** Things and land that the place pictures are furnished with. */
import { box, form, many, oval, rule } from './place-kit.ts';
import type { Random } from './random.ts';

export const all = (id: string): string => box(0, 0, 480, 600, `url(#${id})`);

export const cup = (fill: string): string =>
  [
    oval(4, 58, 74, 13, '#000', 0.2),
    oval(0, 52, 70, 13, '#f6efe6'),
    oval(0, 50, 48, 8, '#d9cdbf'),
    form('M-40 0C-40 34 -26 52 0 52S40 34 40 0Z', fill),
    form('M8 0H40C40 34 26 52 4 52C16 40 14 16 8 0Z', '#000', 0.13),
    oval(0, 0, 40, 11, '#fbf5ec'),
    oval(0, 1, 34, 8.4, '#6b3f28'),
    oval(-6, 0, 15, 4, '#b78a62', 0.8),
    rule('M39 10C60 6 62 34 34 36', fill, 7),
  ].join('');
export const steam = (x: number, y: number): string =>
  rule(`M${x} ${y}c-12 -22 12 -34 0 -58M${x + 20} ${y - 4}c-10 -20 12 -28 2 -50`, '#fff', 5, 0.32);
export const book = (w: number, h: number, fill: string): string =>
  [
    box(0, -h, w, h, fill, 1, 2),
    box(w * 0.62, -h, w * 0.38, h, '#000', 0.13, 2),
    box(0, -h * 0.84, w, 3, '#fff', 0.4),
    box(0, -h * 0.2, w, 3, '#fff', 0.3),
  ].join('');
const palette = ['#b5563a', '#2f6b5b', '#d9a441', '#4a6d8c', '#efe2cb', '#7d4357', '#33404f', '#c98b6a'];
export const tone = (i: number): string => palette[Math.abs(i) % palette.length] ?? '#b5563a';
export const boat = (hull: string, sail: string): string =>
  [
    oval(0, 34, 74, 8, '#000', 0.18),
    form('M-70 4H70L48 32H-46Z', hull),
    form('M-70 4H70L66 10H-66Z', '#fff', 0.6),
    rule('M0 4V-120', '#5b4030', 5),
    form('M6 -116L64 -8H6Z', sail),
    form('M-6 -100L-46 -8H-6Z', '#fff6e6'),
  ].join('');
export const bicycle = (frame: string): string =>
  [
    [-62, 62]
      .map(
        (x) =>
          `<circle cx="${x}" cy="0" r="44" fill="none" stroke="#2b2a2c" stroke-width="6"/>${many(6, (i) => rule(`M${x} 0L${x + 42 * Math.cos(i)} ${42 * Math.sin(i)}M${x} 0L${x - 42 * Math.cos(i)} ${-42 * Math.sin(i)}`, '#6b6765', 1.2, 0.6))}`,
      )
      .join(''),
    rule('M-62 0L-28 -62H40L0 0H-62M-28 -62L0 0M62 0L36 -78', frame, 7),
    rule('M36 -78L58 -88M36 -78L22 -90', '#3a2a22', 6),
    form('M-46 -70Q-28 -78 -10 -70L-14 -62H-42Z', '#5b3826'),
    rule('M-28 -62L-30 -70', '#3a2a22', 5),
    form('M44 -84H88L82 -52H50Z', '#a9794a'),
    many(5, (i) =>
      oval(
        50 + i * 8,
        -86 - (i % 2) * 6,
        8,
        7,
        ['#e58a6a', '#f2c46d', '#c7485a', '#f6e3c8', '#e9a07c'][i] ?? '#e58a6a',
      ),
    ),
    oval(0, 0, 9, 9, '#3a3636'),
  ].join('');

export const house = (x: number, w: number, h: number, wall: string, floor: number): string =>
  [
    box(x, floor - h, w, h, wall),
    form(`M${x - 3} ${floor - h}L${x + w / 2} ${floor - h - w * 0.42}L${x + w + 3} ${floor - h}Z`, '#6d3b30'),
    box(x + w * 0.72, floor - h, w * 0.28, h, '#000', 0.1),
    many(6, (i) => {
      const [wx, wy] = [x + w * (i % 2 ? 0.58 : 0.16), floor - h + 16 + Math.floor(i / 2) * (h / 3.1)];
      return (
        box(wx, wy, w * 0.26, h * 0.16, '#fff3da') + box(wx + 3, wy + 3, w * 0.26 - 6, h * 0.16 - 6, '#4f6f80', 0.85)
      );
    }),
  ].join('');

export const ridge = (random: Random, y: number, high: number): string => {
  let d = `M-20 ${y}`;
  for (let x = 20; x <= 500; x += 60)
    d += `L${x} ${y - high * (0.25 + random() * 0.75)}L${x + 30} ${y - high * (0.1 + random() * 0.5)}`;
  return `${d}V620H-20Z`;
};
export const glints = (random: Random, top: number, colour: string, count = 36): string =>
  many(count, () =>
    box(
      random() * 470 - 30,
      top + random() ** 1.4 * (590 - top),
      24 + random() * 90,
      3,
      colour,
      0.12 + random() * 0.35,
      2,
    ),
  );
export const fir = (h: number, fill: string): string =>
  [
    rule('M0 0V-10', '#4b3226', 6),
    many(4, (i) =>
      form(
        `M0 ${-h + i * h * 0.2}L${h * (0.12 + i * 0.06)} ${-h * 0.62 + i * h * 0.19}H${-h * (0.12 + i * 0.06)}Z`,
        fill,
      ),
    ),
    many(4, (i) =>
      form(`M0 ${-h + i * h * 0.2}L${h * (0.12 + i * 0.06)} ${-h * 0.62 + i * h * 0.19}H0Z`, '#000', 0.12),
    ),
  ].join('');
