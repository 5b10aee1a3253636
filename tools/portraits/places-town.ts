/** Place pictures: harbour, canal, balcony and city. */
import { box, fade, form, halo, leaf, many, moved, oval, place, pottedPlant, rule, type Place } from './place-kit.ts';
import { all, bicycle, boat, house } from './place-things.ts';

export const town: readonly Place[] = [
  place('s09', 'left', (random) => ({
    paints: fade('sky', '#ffd9a8', '#f0a07c') + fade('sea', '#5b9aa5', '#1f5666') + halo('sun', '#fff1c8'),
    picture: [
      all('sky'),
      oval(130, 190, 150, 150, 'url(#sun)'),
      oval(130, 190, 40, 40, '#fff3d2'),
      many(7, (i) =>
        house(
          150 + i * 52,
          50,
          90 + ((i * 37) % 60),
          ['#e9b48c', '#d9785a', '#f3ddb8', '#c0604e', '#e7c391', '#cf8e6c', '#f0d2ac'][i] ?? '#e9b48c',
          330,
        ),
      ),
      box(0, 328, 480, 272, 'url(#sea)'),
      many(40, () =>
        box(random() * 470 - 20, 340 + random() * 240, 30 + random() * 80, 3, '#ffe3b4', 0.12 + random() * 0.35, 2),
      ),
      moved(330, 392, boat('#b5483a', '#f0c58c'), 0.8),
      moved(150, 460, boat('#2f5d6b', '#e9835c'), 1.25),
      form('M-10 600V556L140 540L300 600Z', '#6b4a38'),
      box(60, 486, 20, 90, '#4b3226', 1, 6),
      box(190, 516, 18, 70, '#4b3226', 1, 6),
      rule('M70 500Q130 556 198 528', '#d9bd93', 6),
    ].join(''),
  })),
  place('s10', 'right', (random) => ({
    paints:
      fade('sky', '#cfe0e2', '#f6dcb6') + fade('water', '#86a9a2', '#3f6663') + fade('quay', '#b3917a', '#6d5346'),
    picture: [
      all('sky'),
      many(6, (i) =>
        house(
          -12 + i * 86,
          80,
          190 + ((i * 53) % 70),
          ['#a5523f', '#c98a62', '#7d4a40', '#d9b188', '#8f5f4a', '#b56b4e'][i] ?? '#a5523f',
          380,
        ),
      ),
      box(0, 378, 480, 90, 'url(#water)'),
      many(26, () =>
        box(random() * 470 - 20, 386 + random() * 76, 20 + random() * 60, 3, '#f6e3c4', 0.15 + random() * 0.3, 2),
      ),
      form('M-10 600V456H490V600Z', 'url(#quay)'),
      many(18, (i) =>
        rule(`M${(i % 6) * 90 - 20 + (i % 2) * 40} ${486 + Math.floor(i / 6) * 40}h60`, '#4d3a30', 2, 0.4),
      ),
      rule('M-10 440H490M-10 412H490', '#2f3a3c', 6),
      many(7, (i) => rule(`M${i * 80} 404V470`, '#2f3a3c', 7)),
      oval(240, 540, 150, 12, '#000', 0.22),
      moved(240, 494, bicycle('#c7503c'), 1.08),
      many(26, () =>
        moved(
          390 + random() * 120,
          -10 + random() * 150,
          leaf(26 + random() * 22, random() < 0.5 ? '#7f9d5a' : '#55794a'),
          1,
          random() * 360,
        ),
      ),
    ].join(''),
  })),
  place('s11', 'left', (random) => ({
    paints:
      fade('wall', '#f2cfae', '#c98563') + fade('floor', '#b86f50', '#7d4232') + fade('sky', '#bfdfe6', '#f8e3bf'),
    picture: [
      all('sky'),
      form('M0 300C80 260 150 290 230 262S400 280 480 240V600H0Z', '#93b39b'),
      box(330, 0, 150, 600, 'url(#wall)'),
      box(352, 60, 110, 330, '#7d5240'),
      box(362, 70, 90, 310, '#a9c4c4'),
      rule('M407 70V380M362 220H452', '#7d5240', 6),
      form('M-10 600V500H490V600Z', 'url(#floor)'),
      rule('M0 356H330M0 500H330', '#39424a', 8),
      many(12, (i) => rule(`M${i * 29 + 6} 356V500`, '#39424a', 4)),
      moved(66, 470, pottedPlant(random, '#d9764a', ['#5f8a5a', '#86a968', '#3e6747'], 112), 1.1),
      moved(190, 490, pottedPlant(random, '#efe0cb', ['#7fa06a', '#a7bd80', '#557a54'], 84)),
      moved(290, 494, pottedPlant(random, '#3f6f74', ['#4f7d55', '#79a06a', '#96b57c'], 100), 0.9),
      many(14, (i) => oval(40 + random() * 110, 330 + random() * 90, 8, 8, i % 2 ? '#e8604c' : '#f4a88a', 0.95)),
      many(12, () =>
        moved(190 + random() * 150, -6 + random() * 60, leaf(34 + random() * 20, '#6d9162'), 1, 60 + random() * 60),
      ),
    ].join(''),
  })),
  place('s12', 'right', (random) => ({
    paints: fade('sky', '#2c3a68', '#e88a66') + halo('glow', '#ffce8a') + fade('near', '#2a2743', '#15131f'),
    picture: [
      all('sky'),
      oval(360, 330, 260, 200, 'url(#glow)', 0.75),
      form('M98 74A27 27 0 1 0 118 116A24 24 0 0 1 98 74Z', '#fbe9cc', 0.92),
      many(3, (layer) =>
        many(12, (i) => {
          const [w, h] = [34 + random() * 26, 110 + random() * 150 + layer * 20];
          const [x, base] = [i * 44 - 24 + random() * 10, 480 + layer * 60];
          const wall = ['#6b5480', '#463a66', '#2a2545'][layer] ?? '#463a66';
          return (
            box(x, base - h, w, h + 200, wall) +
            many(layer * 7, () =>
              box(
                x + 5 + random() * (w - 14),
                base - h + 10 + random() * (h - 10),
                6,
                8,
                '#ffd592',
                0.5 + random() * 0.5,
              ),
            )
          );
        }),
      ),
      form('M-10 600V560Q240 530 490 560V600Z', 'url(#near)'),
      many(14, (i) => oval(18 + i * 36, 566 - Math.sin((i / 13) * 3.14) * 14, 5, 5, '#ffdf9e', 0.95)),
    ].join(''),
  })),
];
