/** Place pictures: forest, mountains, sea and fields. */
import { box, fade, form, halo, leaf, many, moved, oval, place, rule, type Place } from './place-kit.ts';
import { all, fir, glints, ridge } from './place-things.ts';

export const land: readonly Place[] = [
  place('s17', 'left', (random) => ({
    paints: fade('light', '#f3e7ae', '#7fa267') + fade('path', '#d9b98a', '#8f6a48') + halo('sun', '#fff6cf'),
    picture: [
      all('light'),
      oval(236, 210, 210, 210, 'url(#sun)'),
      many(16, (i) => {
        const x = (i * 83) % 480;
        return Math.abs(x - 236) < 50 ? '' : box(x, 0, 10 + random() * 8, 400, '#8fa76c', 0.5);
      }),
      form('M-10 600V390C120 350 360 350 490 390V600Z', '#6f924f'),
      form('M224 372C250 420 120 470 90 610H420C380 500 300 440 248 372Z', 'url(#path)'),
      many(9, (i) => {
        const side = i % 2 ? 1 : -1;
        const x = 236 + side * (90 + i * 20);
        const w = 18 + i * 5;
        return (
          form(
            `M${x - w / 2} -10H${x + w / 2}L${x + w * 0.7} ${420 + i * 18}H${x - w * 0.7}Z`,
            i > 4 ? '#4b3a2e' : '#6b5a44',
          ) + form(`M${x - w / 2} -10H${x}L${x} ${420 + i * 18}H${x - w * 0.7}Z`, '#e7d59a', 0.22)
        );
      }),
      many(110, () => {
        const [x, y] = [random() * 520 - 20, random() * 220 - 30];
        return moved(
          x,
          y,
          leaf(24 + random() * 34, ['#86a95a', '#5d8a4a', '#b9c86c', '#3f6b40'][Math.floor(random() * 4)] ?? '#86a95a'),
          1,
          random() * 360,
        );
      }),
      many(50, () => {
        const side = random() < 0.5 ? random() * 110 : 380 + random() * 100;
        const y = 470 + random() * 120;
        return rule(
          `M${side} ${y}q${random() * 20 - 10} -26 ${random() * 40 - 20} -40`,
          random() < 0.5 ? '#49703c' : '#86a95a',
          4,
        );
      }),
    ].join(''),
  })),
  place('s18', 'right', (random) => ({
    paints:
      fade('sky', '#f6cfae', '#e7a08c') +
      fade('snow', '#f7efe6', '#b6bccb') +
      fade('far', '#a7a6c2', '#7f86a6') +
      fade('lake', '#8fa6b8', '#40586e'),
    picture: [
      all('sky'),
      oval(372, 120, 44, 44, '#fff3d6'),
      form(ridge(random, 330, 190), 'url(#far)', 0.7),
      form('M-20 420L110 160L170 250L250 110L350 290L410 220L500 380V440H-20Z', '#5f6a8c'),
      form(
        'M110 160L170 250L150 256L128 222L112 244L86 214ZM250 110L316 228L286 214L262 244L236 208L206 232L200 196Z',
        'url(#snow)',
      ),
      form('M250 110L350 290L410 220L500 380V440H260Z', '#2d3758', 0.22),
      form('M-10 424H490V600H-10Z', 'url(#lake)'),
      glints(random, 430, '#f9dcc0', 26),
      many(12, (i) => moved(i * 44 - 6, 436 + (i % 3) * 5, fir(70 + ((i * 29) % 46), '#35504a'))),
      form('M-10 600V560Q120 530 250 570T490 550V600Z', '#2f433d'),
    ].join(''),
  })),
  place('s19', 'left', (random) => ({
    paints: fade('sky', '#a9d0dc', '#fbe3bd') + fade('sea', '#3f8c98', '#9cc9bd') + fade('sand', '#f1d8a8', '#cda26d'),
    picture: [
      all('sky'),
      many(5, (i) => oval(60 + i * 96, 90 + (i % 2) * 50, 70, 16, '#fff', 0.45)),
      oval(120, 150, 36, 36, '#fff6da'),
      box(0, 260, 480, 220, 'url(#sea)'),
      glints(random, 266, '#ffffff', 30),
      many(4, (i) =>
        rule(
          `M-20 ${330 + i * 36}C80 ${314 + i * 36} 160 ${348 + i * 36} 250 ${330 + i * 36}S430 ${320 + i * 36} 500 ${336 + i * 36}`,
          '#f4fbf6',
          5 + i,
          0.7,
        ),
      ),
      form('M-10 600V470C120 440 300 500 490 450V600Z', 'url(#sand)'),
      rule('M-10 470C120 440 300 500 490 450', '#fff', 10, 0.75),
      oval(300, 560, 96, 12, '#000', 0.15),
      rule('M300 556L268 396', '#8a5a3c', 6),
      form('M162 420C180 340 270 310 350 366Q300 372 268 396Q214 392 162 420Z', '#e2604a'),
      form('M214 352Q250 330 296 342L268 396Z', '#f9ead2'),
      form('M330 562L400 548L418 566L346 582Z', '#4f8a96'),
      many(4, (i) => oval(90 + i * 22, 540 + (i % 2) * 12, 7, 4, '#b98c5c', 0.8)),
      many(3, (i) => rule(`M${330 + i * 40} ${120 - i * 14}q10 -10 18 0q8 -10 18 0`, '#5f6f7a', 3)),
    ].join(''),
  })),
  place('s20', 'right', (random) => ({
    paints: fade('sky', '#dfe6d2', '#f7dca6') + fade('hill', '#c5cc7c', '#7f9a4c'),
    picture: [
      all('sky'),
      oval(370, 170, 54, 54, '#fff2c6'),
      form('M-10 330C80 250 180 300 260 270S420 230 490 280V620H-10Z', '#a9ba84'),
      form('M-10 400C100 310 220 400 320 350S450 330 490 350V620H-10Z', '#93aa62'),
      many(7, (i) =>
        rule(
          `M${-20 + i * 24} 470C${90 + i * 40} ${420 - i * 6} ${220 + i * 30} ${430 - i * 8} ${490} ${350 + i * 20}`,
          '#6b8a44',
          5,
          0.55,
        ),
      ),
      form('M-10 470C120 430 260 520 490 430V620H-10Z', 'url(#hill)'),
      many(5, (i) =>
        moved(
          60 + i * 52,
          362 - i * 9,
          `${form('M0 0C-15 -30 -11 -78 0 -96C11 -78 15 -30 0 0Z', '#3f5f45')}${form('M0 0C15 -30 11 -78 0 -96Z', '#000', 0.16)}`,
          1 - i * 0.1,
        ),
      ),
      box(330, 300, 70, 46, '#e9cba0'),
      form('M322 302L365 272L408 302Z', '#b5563a'),
      box(356, 318, 16, 28, '#7d4a34'),
      many(90, () => {
        const [x, y] = [random() * 480, 490 + random() * 110];
        return oval(
          x,
          y,
          4 + (y - 480) / 26,
          3.4 + (y - 480) / 30,
          ['#d9473a', '#e8604c', '#f4b860', '#f7efe0'][Math.floor(random() * 4)] ?? '#d9473a',
        );
      }),
    ].join(''),
  })),
];
