/** Place pictures: night, snow, dusk and autumn. */
import { box, fade, form, halo, leaf, many, moved, oval, place, rule, type Place } from './place-kit.ts';
import { all, fir, glints, ridge } from './place-things.ts';

export const weather: readonly Place[] = [
  place('s21', 'left', (random) => ({
    paints: fade('sky', '#20305a', '#c96a6c') + fade('sand', '#4a3440', '#1f1722') + halo('fire', '#ffb765'),
    picture: [
      all('sky'),
      many(50, () => oval(random() * 480, random() * 260, 1.6, 1.6, '#fff', 0.3 + random() * 0.6)),
      form(ridge(random, 400, 90), '#3a2f50', 0.9),
      form('M-10 600V420C140 400 330 440 490 410V600Z', 'url(#sand)'),
      oval(240, 450, 230, 190, 'url(#fire)', 0.85),
      rule('M180 520L300 480M300 520L180 480M240 526V474', '#5a3622', 16),
      form('M240 330C290 400 300 440 286 478Q240 506 194 478C180 440 206 420 240 330Z', '#f0843c'),
      form('M246 380C276 420 280 448 268 474Q240 492 212 474C204 446 232 430 246 380Z', '#ffc25c'),
      form('M242 426C258 446 260 460 252 472Q240 480 228 472C224 458 236 446 242 426Z', '#fff0bd'),
      many(26, () => oval(190 + random() * 110, 140 + random() * 240, 2.4, 2.4, '#ffd08a', 0.35 + random() * 0.6)),
      many(9, (i) => oval(160 + i * 20, 522 + Math.sin(i) * 6, 16, 10, i % 2 ? '#6b5a5c' : '#52444a')),
      form('M20 560Q90 500 150 560Z', '#33242c'),
      form('M340 566Q410 506 470 566Z', '#33242c'),
    ].join(''),
  })),
  place('s22', 'right', (random) => ({
    paints: fade('sky', '#e3e9ee', '#f3d9c4') + fade('snow', '#fbf8f4', '#c3ccd9') + halo('win', '#ffdc9a'),
    picture: [
      all('sky'),
      form(ridge(random, 330, 130), '#b7c0d2', 0.7),
      many(10, (i) => moved(i * 54 - 8, 380 + (i % 2) * 14, fir(130 + ((i * 41) % 70), i % 2 ? '#5d7a78' : '#48645f'))),
      form('M-10 600V390C120 350 320 410 490 370V600Z', 'url(#snow)'),
      oval(240, 400, 190, 130, 'url(#win)', 0.5),
      box(150, 320, 180, 120, '#7d4a36'),
      many(6, (i) => rule(`M150 ${338 + i * 19}H330`, '#5d3426', 3, 0.6)),
      form('M124 326L240 226L356 326Z', '#f7f3ee'),
      form('M240 226L356 326H240Z', '#9fb0c6', 0.35),
      box(180, 350, 46, 44, '#ffdf9c'),
      rule('M203 350V394M180 372H226', '#5d3426', 4),
      box(262, 352, 42, 88, '#4f2f24'),
      box(290, 236, 24, 50, '#6b4438'),
      oval(302, 236, 18, 7, '#fff'),
      rule('M304 222c-16 -24 16 -40 0 -70', '#fff', 9, 0.45),
      form('M270 440C250 500 180 520 160 610H360C330 540 330 480 300 440Z', '#d9dfe8'),
      many(60, () =>
        oval(random() * 480, random() * 590, 2 + random() * 2.4, 2 + random() * 2.4, '#fff', 0.5 + random() * 0.5),
      ),
    ].join(''),
  })),
  place('s23', 'left', (random) => ({
    paints:
      fade('sky', '#f3c9a0', '#d9846a') +
      fade('lake', '#d99a7c', '#5a4a68') +
      halo('sun', '#fff0c4') +
      fade('jetty', '#8a5d44', '#4a3028'),
    picture: [
      all('sky'),
      oval(320, 240, 170, 170, 'url(#sun)'),
      oval(320, 240, 38, 38, '#fff4d4'),
      form('M-10 300C90 240 170 290 260 262S420 270 490 244V330H-10Z', '#8a5a68'),
      form('M-10 320C120 280 220 320 490 290V340H-10Z', '#6b4658'),
      box(0, 322, 480, 278, 'url(#lake)'),
      glints(random, 330, '#ffe3b8', 44),
      many(12, (i) => box(296 - i * 3, 340 + i * 18, 48 + i * 6, 5, '#fff0cc', 0.55 - i * 0.035, 3)),
      form('M196 380H252L330 610H90Z', 'url(#jetty)'),
      many(11, (i) => rule(`M${194 - i * 9.6} ${384 + i * 21}H${254 + i * 7}`, '#2d1d1a', 3, 0.55)),
      many(
        3,
        (i) =>
          box(184 - i * 34, 366 + i * 66, 13 + i * 3, 70 + i * 10, '#3d2823', 1, 4) +
          box(252 + i * 25, 366 + i * 66, 13 + i * 3, 70 + i * 10, '#3d2823', 1, 4),
      ),
      many(22, (i) => {
        const x = 390 + i * 5;
        return rule(
          `M${x} 610Q${x + random() * 30 - 15} 500 ${x + random() * 60 - 30} ${400 + random() * 80}`,
          '#4a3a3a',
          4,
        );
      }),
      many(7, (i) => oval(404 + i * 11, 424 + ((i * 37) % 60), 5, 17, '#6b4030')),
    ].join(''),
  })),
  place('s24', 'right', (random) => ({
    paints:
      fade('sky', '#b7c7d2', '#e9dcc8') + fade('leafy', '#e3a04f', '#b5562f') + fade('ground', '#c9864a', '#7d4a2c'),
    picture: [
      all('sky'),
      many(8, (i) => form(`M${i * 62 - 6} 420L${i * 62 + 4} 60H${i * 62 + 14}L${i * 62 + 24} 420Z`, '#8d8078', 0.5)),
      form('M-10 600V410C120 380 360 390 490 410V600Z', 'url(#ground)'),
      form('M206 400C230 450 170 520 150 610H350C320 520 270 450 240 400Z', '#e3c49c'),
      many(5, (i) => {
        const x = [40, 110, 340, 410, 466][i] ?? 0;
        return (
          form(
            `M${x - 13} 470C${x - 5} 330 ${x - 7} 200 ${x - 22} 40H${x + 16}C${x + 6} 200 ${x + 7} 330 ${x + 17} 470Z`,
            '#54392e',
          ) +
          form(
            `M${x - 13} 470C${x - 5} 330 ${x - 7} 200 ${x - 22} 40H${x - 8}C${x - 2} 200 ${x} 330 ${x - 2} 470Z`,
            '#000',
            0.2,
          )
        );
      }),
      many(190, () =>
        moved(
          random() * 520 - 20,
          random() ** 1.3 * 270 - 20,
          leaf(
            18 + random() * 28,
            ['#e3a04f', '#cf6b35', '#f0c468', '#a8442c', '#d98a3c'][Math.floor(random() * 5)] ?? '#e3a04f',
            '#7d3a20',
          ),
          1,
          random() * 360,
        ),
      ),
      many(70, () =>
        moved(
          random() * 480,
          430 + random() * 170,
          leaf(12 + random() * 18, ['#e3a04f', '#cf6b35', '#f0c468', '#a8442c'][Math.floor(random() * 4)] ?? '#e3a04f'),
          1,
          random() * 360,
        ),
      ),
      moved(
        372,
        500,
        [
          oval(0, 50, 92, 9, '#000', 0.22),
          many(3, (i) => box(-80, -44 + i * 18, 160, 12, '#6d4632', 1, 4)),
          box(-84, 10, 168, 13, '#7d5238', 1, 4),
          rule('M-66 -46V46M66 -46V46', '#2d2a2a', 7),
        ].join(''),
      ),
    ].join(''),
  })),
];
