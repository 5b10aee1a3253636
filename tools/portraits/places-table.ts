/** Place pictures: still lifes on tables and shelves. */
import { box, fade, form, halo, many, moved, oval, place, pottedPlant, rule, type Place } from './place-kit.ts';
import { all, book, cup, steam, tone } from './place-things.ts';

export const tables: readonly Place[] = [
  place('s01', 'left', () => ({
    paints: fade('wall', '#e7b98c', '#a2623f') + fade('wood', '#8a5534', '#4c2b1b') + halo('sun', '#ffe3ae'),
    picture: `${all('wall')}<g transform="skewX(-8)" opacity=".55">${box(90, -10, 110, 190, '#ffe9c0')}${box(212, -10, 110, 190, '#ffe9c0', 0.8)}${box(90, 192, 110, 120, '#ffe9c0', 0.6)}${box(212, 192, 110, 120, '#ffe9c0', 0.45)}</g>${form('M-10 600V404C140 372 340 372 490 404V600Z', 'url(#wood)')}${rule('M-10 404C140 372 340 372 490 404', '#d09a68', 4, 0.7)}${form('M96 470L214 444L300 474L176 506Z', '#f0e4d2')}${form('M96 470L176 506L176 515L96 478Z', '#b79f83')}${form('M176 506L300 474L300 482L176 515Z', '#cdb79a')}${rule('M128 468L214 450M140 476L236 456', '#b0967a', 3, 0.6)}${moved(300, 386, cup('#c7573f'), 1.15)}${steam(294, 366)}${moved(
      92,
      372,
      pottedPlant(() => 0.5, '#e9dcc8', ['#5d7d52', '#87a56c', '#3f6146'], 84),
      0.9,
    )}`,
  })),
  place('s02', 'right', (random) => ({
    paints:
      fade('wall', '#cfd8cf', '#7e958a') +
      fade('top', '#b98a5e', '#6f4a30') +
      fade('pot', '#d9764a', '#7d3420', 0.9) +
      fade('pan', '#5a6570', '#262c33', 0.9) +
      fade('tall', '#4f8a86', '#214a4b', 0.9),
    picture: [
      all('wall'),
      many(40, (i) => box((i % 8) * 62 - 8, Math.floor(i / 8) * 62 + 90, 58, 58, '#ffffff', 0.06 + random() * 0.16, 3)),
      rule('M40 96H440', '#4c3a2e', 8),
      many(
        4,
        (i) =>
          rule(`M${90 + i * 100} 96v34`, '#4c3a2e', 4) +
          moved(
            90 + i * 100,
            130,
            i % 2
              ? `${oval(0, 60, 15, 20, '#b98a5e')}${box(-4, 0, 8, 60, '#9a6c44', 1, 4)}`
              : [
                  box(-4, 0, 8, 40, '#33393f', 1, 4),
                  oval(0, 70, 34, 34, 'url(#pan)'),
                  oval(-4, 66, 26, 26, '#6d7883', 0.6),
                ].join(''),
          ),
      ),
      box(0, 430, 480, 170, 'url(#top)'),
      box(0, 430, 480, 12, '#e2b684', 0.7),
      oval(160, 436, 120, 14, '#000', 0.22),
      form('M58 318H262L252 420Q250 436 232 436H88Q70 436 68 420Z', 'url(#pot)'),
      box(48, 306, 224, 18, '#e58a5c', 1, 8),
      form('M60 306Q160 262 260 306Z', '#c4623c'),
      oval(160, 276, 16, 9, '#f0d8b8'),
      rule('M46 346H26M274 346H294', '#a04c2e', 12),
      form('M318 300H400L392 424Q390 436 378 436H340Q328 436 326 424Z', 'url(#tall)'),
      oval(359, 300, 41, 10, '#2b5c5c'),
      many(7, (i) =>
        rule(`M${344 + i * 6} 300L${320 + i * 14} ${220 - (i % 3) * 20}`, i % 2 ? '#d3a469' : '#8d5c38', 6),
      ),
      form('M70 500q34 -34 76 -14q12 34 -26 44q-46 8 -50 -30Z', '#d24c3e'),
      form('M150 506q30 -32 70 -8q8 34 -30 40q-40 4 -40 -32Z', '#e2733f'),
      rule('M108 486q4 -14 14 -18M184 490q4 -12 12 -16', '#4c6a3c', 5),
      steam(150, 254),
    ].join(''),
  })),
  place('s03', 'left', (random) => ({
    paints: fade('wall', '#6d4a3a', '#2f1f1c') + fade('shelf', '#a5764c', '#6b452b') + halo('lamp', '#ffd694'),
    picture: [
      all('wall'),
      many(4, (row) => {
        let x = 16;
        let books = '';
        const y = 148 + row * 146;
        while (x < 440) {
          const [w, h] = [16 + random() * 20, 78 + random() * 38];
          if (row === 1 && x > 250 && x < 360) {
            books += moved(300, y - 50, pottedPlant(random, '#e3d2b8', ['#7fa06a', '#55794f', '#a3bb7f'], 56), 0.82);
            x = 362;
          } else {
            books += moved(x, y, book(w, h, tone(Math.floor(random() * 40))), 1, random() < 0.1 ? 7 : 0);
            x += w + 2;
          }
        }
        return [books, box(0, y, 480, 16, 'url(#shelf)'), box(0, y + 16, 480, 14, '#000', 0.25)].join('');
      }),
      oval(80, 120, 260, 260, 'url(#lamp)', 0.55),
    ].join(''),
  })),
  place('s04', 'right', () => ({
    paints:
      fade('wall', '#e9c7a1', '#b57e58') + fade('wood', '#8d5a38', '#4d2d1d') + fade('disc', '#33343b', '#121216', 0.9),
    picture: [
      all('wall'),
      box(40, 60, 150, 190, '#7c4a3a'),
      box(54, 74, 122, 162, '#e9d7b7'),
      form('M54 236V170C90 140 120 190 176 150V236Z', '#c56a4a'),
      oval(130, 118, 24, 24, '#e3a24a'),
      form('M-10 600V420H490V600Z', 'url(#wood)'),
      box(-10, 414, 500, 10, '#c58f5e'),
      form('M70 372L410 372L440 470L40 470Z', '#5e3a26'),
      box(40, 470, 400, 46, '#432719', 1, 6),
      oval(220, 420, 148, 42, 'url(#disc)'),
      many(
        5,
        (i) =>
          `<ellipse cx="220" cy="420" rx="${132 - i * 17}" ry="${37 - i * 5}" fill="none" stroke="#5b5c66" stroke-width="1.4" opacity=".7"/>`,
      ),
      oval(220, 420, 42, 12, '#d9764a'),
      oval(220, 420, 5, 2, '#f7ead7'),
      form('M120 396Q220 372 320 396L220 420Z', '#fff', 0.12),
      oval(384, 396, 18, 9, '#c8ccd2'),
      rule('M384 394L372 440L316 446', '#d8dbe0', 6),
      box(300, 438, 26, 12, '#eceef0', 1, 3),
      moved(
        404,
        330,
        pottedPlant(() => 0.6, '#2f6b5b', ['#6f9a63', '#4a7350', '#94b37a'], 72),
        0.85,
      ),
      moved(
        300,
        372,
        many(4, (i) => moved(-i * 13 - 10, 0, book(10, 100, tone(i + 2)))),
      ),
    ].join(''),
  })),
];
