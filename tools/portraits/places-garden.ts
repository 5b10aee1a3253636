/** Place pictures: garden, street and kitchen table. */
import { box, fade, form, leaf, many, moved, oval, place, rule, type Place } from './place-kit.ts';
import { all } from './place-things.ts';

export const garden: readonly Place[] = [
  place('s13', 'left', (random) => ({
    paints:
      fade('back', '#a9c68a', '#4f7a4e') + fade('lawn', '#9dbb6c', '#5f8a48') + fade('chair', '#f6ecd9', '#c9b594'),
    picture: [
      all('back'),
      many(70, () =>
        moved(
          random() * 480,
          random() * 330,
          leaf(26 + random() * 40, ['#6f9a58', '#8fb56c', '#4a7548', '#b5cd88'][Math.floor(random() * 4)] ?? '#6f9a58'),
          1,
          random() * 360,
        ),
      ),
      form('M-10 600V380Q240 350 490 380V600Z', 'url(#lawn)'),
      many(60, () => {
        const [x, y] = [random() * 480, 390 + random() * 200];
        return rule(`M${x} ${y}l${random() * 6 - 3} -12`, '#466f3c', 2, 0.5);
      }),
      oval(240, 530, 150, 24, '#000', 0.2),
      rule('M160 520L176 420M320 520L304 420M176 420L150 250M304 420L330 250', '#b9a27e', 12),
      many(6, (i) => form(`M${156 + i * 29.5} 240h24l${(2.5 - i) * 2} 176h-24Z`, 'url(#chair)')),
      rule('M150 244Q240 206 330 244', '#f6ecd9', 14),
      form('M160 410H320L346 460H134Z', 'url(#chair)'),
      form('M134 460H346V472H134Z', '#a58d68'),
      rule('M136 350H120V456M344 350H360V456', '#e3d4b6', 11),
      form('M190 392L284 384L296 440L196 448Z', '#d9674a'),
      form('M190 392L196 448L296 440Q230 430 190 392Z', '#000', 0.12),
      many(16, (i) => {
        const [x, y] = [i * 31 + random() * 12, 556 + random() * 34];
        return (
          rule(`M${x} 600L${x} ${y}`, '#4a7548', 3) +
          oval(x, y, 11, 10, ['#f2c46d', '#e8604c', '#f6e3d0', '#d98aa0'][i % 4] ?? '#f2c46d') +
          oval(x, y, 4, 4, '#8a5a2c')
        );
      }),
    ].join(''),
  })),
  place('s14', 'right', (random) => ({
    paints:
      fade('sky', '#bcd6e6', '#fbe6c6') + fade('stone', '#d9c3a6', '#94775c') + fade('awning', '#d9573f', '#9a3428'),
    picture: [
      all('sky'),
      box(0, 60, 480, 420, 'url(#stone)'),
      many(
        3,
        (i) =>
          box(40 + i * 150, 90, 100, 120, '#6d5240', 1, 4) +
          box(48 + i * 150, 98, 84, 104, '#9fb9bf') +
          rule(`M${90 + i * 150} 98v104`, '#6d5240', 5) +
          box(34 + i * 150, 210, 112, 12, '#efe0c6') +
          many(8, () =>
            oval(42 + i * 150 + random() * 98, 206 - random() * 14, 9, 8, random() < 0.5 ? '#d9574a' : '#6f9a58'),
          ),
      ),
      box(70, 320, 340, 170, '#4b3428'),
      box(84, 334, 150, 150, '#ffe2a8'),
      box(246, 334, 150, 150, '#ffd998'),
      many(8, (i) => form(`M${46 + i * 48.5} 262h48.5l8 60q-24 22 -56.5 0Z`, i % 2 ? '#f6e9d4' : 'url(#awning)')),
      box(0, 486, 480, 114, '#a58a74'),
      many(2, (i) =>
        moved(
          120 + i * 220,
          520,
          [
            oval(0, 60, 60, 10, '#000', 0.2),
            rule('M0 0V58M-26 58H26', '#2f2a2a', 6),
            oval(0, 0, 56, 13, '#e9d8bd'),
            oval(0, -2, 50, 10, '#f6ead6'),
            oval(-14, -8, 10, 5, '#fff'),
            form('M-22 -10Q-20 -24 -14 -24T-6 -10Z', '#c7573f'),
            rule('M14 -6V-28', '#6f9a58', 3),
            oval(14, -32, 8, 7, '#e8a24a'),
          ].join(''),
        ),
      ),
      many(2, (i) =>
        moved(
          52 + i * 374,
          520,
          [
            rule('M-20 70L-14 0H18L24 70M-14 0L-20 -60M18 0L22 -60', '#3a2f2c', 6),
            form('M-18 -4H22L26 10H-22Z', '#b5563a'),
            form('M-20 -60H22L20 -30H-18Z', '#b5563a'),
          ].join(''),
        ),
      ),
    ].join(''),
  })),
  place('s15', 'left', (random) => ({
    paints:
      fade('sky', '#c9d7e4', '#f3d3b0') + fade('rail', '#8d5f43', '#5d3b2a') + fade('river', '#9bb7bb', '#52787f'),
    picture: [
      all('sky'),
      many(9, (i) => box(i * 56 - 10, 250 - ((i * 47) % 80), 50, 200, '#a8a2b0', 0.55)),
      form('M-10 360H490V500H-10Z', 'url(#river)'),
      many(24, () =>
        box(random() * 460, 370 + random() * 120, 24 + random() * 70, 3, '#fff0d4', 0.14 + random() * 0.3, 2),
      ),
      form('M-20 330Q240 150 500 330V352Q240 176 -20 352Z', '#6b4a45'),
      many(13, (i) => {
        const x = i * 40;
        const y = 330 - Math.sin((i / 12) * 3.14) * 88;
        return rule(`M${x} ${y}V352`, '#6b4a45', 5);
      }),
      box(-10, 348, 500, 16, '#5a3d3a'),
      form('M-10 600V500Q240 470 490 500V600Z', '#b59a80'),
      many(2, (i) =>
        moved(
          i ? 400 : 70,
          500,
          [
            rule('M0 0V-210', '#2d3436', 9),
            form('M-22 -210H22L14 -262H-14Z', '#ffe6ac'),
            form('M-26 -262H26L0 -288Z', '#2d3436'),
            box(-16, -10, 32, 14, '#2d3436', 1, 4),
          ].join(''),
          i ? 1 : 1.15,
        ),
      ),
      moved(
        250,
        536,
        [
          oval(0, 44, 120, 10, '#000', 0.2),
          many(3, (i) => box(-106, -52 + i * 20, 212, 13, 'url(#rail)', 1, 4)),
          box(-110, 10, 220, 14, 'url(#rail)', 1, 4),
          rule('M-90 -54V40M90 -54V40', '#2d3436', 8),
        ].join(''),
      ),
      many(40, () =>
        moved(
          330 + random() * 170,
          random() * 140 - 10,
          leaf(20 + random() * 20, ['#d98a4a', '#c4633c', '#e5b05c'][Math.floor(random() * 3)] ?? '#d98a4a'),
          1,
          random() * 360,
        ),
      ),
    ].join(''),
  })),
  place('s16', 'right', (random) => ({
    paints:
      fade('wall', '#efe0cb', '#c6a583') +
      fade('table', '#d7b387', '#94693f') +
      fade('bread', '#e0a860', '#9a5a2c') +
      fade('bowl', '#6d97a0', '#2f5a66', 0.9),
    picture: [
      all('wall'),
      many(5, (i) => box(i * 104 - 10, 0, 92, 330, '#fff8ea', 0.16 + (i % 2) * 0.1)),
      form('M-10 600V330H490V600Z', 'url(#table)'),
      many(6, (i) =>
        rule(`M-10 ${356 + i * 44}C140 ${346 + i * 44} 330 ${366 + i * 44} 490 ${352 + i * 44}`, '#7d5432', 2, 0.3),
      ),
      oval(150, 452, 118, 24, '#000', 0.18),
      form('M36 440C36 366 88 336 150 336S264 366 264 440Q150 476 36 440Z', 'url(#bread)'),
      many(4, (i) => rule(`M${84 + i * 38} ${366 - (i % 2) * 8}q20 18 14 46`, '#f7dda6', 7, 0.75)),
      form('M288 380H448C446 446 418 472 368 472S290 446 288 380Z', 'url(#bowl)'),
      oval(368, 380, 80, 18, '#24505c'),
      many(11, (i) =>
        oval(
          314 + i * 11,
          372 - (i % 3) * 14,
          18,
          17,
          ['#c7402f', '#e7733f', '#d9a441', '#8aa35a'][i % 4] ?? '#c7402f',
        ),
      ),
      form('M218 560L440 520L446 534L226 578Z', '#cfd4d8'),
      form('M150 574L222 558L228 580L158 592Z', '#4b2f22'),
      many(9, () => oval(40 + random() * 160, 500 + random() * 60, 4, 2, '#a56a34', 0.7)),
      moved(
        90,
        280,
        `${form('M-34 60C-44 20 -22 8 -18 -30H18C22 8 44 20 34 60Z', '#9db58c', 0.9)}${box(-20, -40, 40, 14, '#7a5a3c', 1, 4)}`,
      ),
    ].join(''),
  })),
];
