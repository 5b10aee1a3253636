/** Place pictures: rooms and still lifes. */
import { box, fade, form, halo, many, moved, oval, place, pottedPlant, rule, type Place } from './place-kit.ts';

const all = (id: string): string => box(0, 0, 480, 600, `url(#${id})`);

const cup = (fill: string): string =>
  `${oval(4, 58, 74, 13, '#000', 0.2)}${oval(0, 52, 70, 13, '#f6efe6')}${oval(0, 50, 48, 8, '#d9cdbf')}${form('M-40 0C-40 34 -26 52 0 52S40 34 40 0Z', fill)}${form('M8 0H40C40 34 26 52 4 52C16 40 14 16 8 0Z', '#000', 0.13)}${oval(0, 0, 40, 11, '#fbf5ec')}${oval(0, 1, 34, 8.4, '#6b3f28')}${oval(-6, 0, 15, 4, '#b78a62', 0.8)}${rule('M39 10C60 6 62 34 34 36', fill, 7)}`;
const steam = (x: number, y: number): string => rule(`M${x} ${y}c-12 -22 12 -34 0 -58M${x + 20} ${y - 4}c-10 -20 12 -28 2 -50`, '#fff', 5, 0.32);
const book = (w: number, h: number, fill: string): string => `${box(0, -h, w, h, fill, 1, 2)}${box(w * 0.62, -h, w * 0.38, h, '#000', 0.13, 2)}${box(0, -h * 0.84, w, 3, '#fff', 0.4)}${box(0, -h * 0.2, w, 3, '#fff', 0.3)}`;
const palette = ['#b5563a', '#2f6b5b', '#d9a441', '#4a6d8c', '#efe2cb', '#7d4357', '#33404f', '#c98b6a'];
const tone = (i: number): string => palette[Math.abs(i) % palette.length] ?? '#b5563a';

export const indoors: readonly Place[] = [
  place('s01', 'left', () => ({
    paints: fade('wall', '#e7b98c', '#a2623f') + fade('wood', '#8a5534', '#4c2b1b') + halo('sun', '#ffe3ae'),
    picture: `${all('wall')}<g transform="skewX(-8)" opacity=".55">${box(90, -10, 110, 190, '#ffe9c0')}${box(212, -10, 110, 190, '#ffe9c0', 0.8)}${box(90, 192, 110, 120, '#ffe9c0', 0.6)}${box(212, 192, 110, 120, '#ffe9c0', 0.45)}</g>${form('M-10 600V404C140 372 340 372 490 404V600Z', 'url(#wood)')}${rule('M-10 404C140 372 340 372 490 404', '#d09a68', 4, 0.7)}${form('M96 470L214 444L300 474L176 506Z', '#f0e4d2')}${form('M96 470L176 506L176 515L96 478Z', '#b79f83')}${form('M176 506L300 474L300 482L176 515Z', '#cdb79a')}${rule('M128 468L214 450M140 476L236 456', '#b0967a', 3, 0.6)}${moved(300, 386, cup('#c7573f'), 1.15)}${steam(294, 366)}${moved(92, 372, pottedPlant(() => 0.5, '#e9dcc8', ['#5d7d52', '#87a56c', '#3f6146'], 84), 0.9)}`,
  })),
  place('s02', 'right', (random) => ({
    paints: fade('wall', '#cfd8cf', '#7e958a') + fade('top', '#b98a5e', '#6f4a30') + fade('pot', '#d9764a', '#7d3420', 0.9) + fade('pan', '#5a6570', '#262c33', 0.9) + fade('tall', '#4f8a86', '#214a4b', 0.9),
    picture: `${all('wall')}${many(40, (i) => box((i % 8) * 62 - 8, Math.floor(i / 8) * 62 + 90, 58, 58, '#ffffff', 0.06 + random() * 0.16, 3))}${rule('M40 96H440', '#4c3a2e', 8)}${many(4, (i) => rule(`M${90 + i * 100} 96v34`, '#4c3a2e', 4) + moved(90 + i * 100, 130, i % 2 ? `${oval(0, 60, 15, 20, '#b98a5e')}${box(-4, 0, 8, 60, '#9a6c44', 1, 4)}` : `${box(-4, 0, 8, 40, '#33393f', 1, 4)}${oval(0, 70, 34, 34, 'url(#pan)')}${oval(-4, 66, 26, 26, '#6d7883', 0.6)}`))}${box(0, 430, 480, 170, 'url(#top)')}${box(0, 430, 480, 12, '#e2b684', 0.7)}${oval(160, 436, 120, 14, '#000', 0.22)}${form('M58 318H262L252 420Q250 436 232 436H88Q70 436 68 420Z', 'url(#pot)')}${box(48, 306, 224, 18, '#e58a5c', 1, 8)}${form('M60 306Q160 262 260 306Z', '#c4623c')}${oval(160, 276, 16, 9, '#f0d8b8')}${rule('M46 346H26M274 346H294', '#a04c2e', 12)}${form('M318 300H400L392 424Q390 436 378 436H340Q328 436 326 424Z', 'url(#tall)')}${oval(359, 300, 41, 10, '#2b5c5c')}${many(7, (i) => rule(`M${344 + i * 6} 300L${320 + i * 14} ${220 - (i % 3) * 20}`, i % 2 ? '#d3a469' : '#8d5c38', 6))}${form('M70 500q34 -34 76 -14q12 34 -26 44q-46 8 -50 -30Z', '#d24c3e')}${form('M150 506q30 -32 70 -8q8 34 -30 40q-40 4 -40 -32Z', '#e2733f')}${rule('M108 486q4 -14 14 -18M184 490q4 -12 12 -16', '#4c6a3c', 5)}${steam(150, 254)}`,
  })),
  place('s03', 'left', (random) => ({
    paints: fade('wall', '#6d4a3a', '#2f1f1c') + fade('shelf', '#a5764c', '#6b452b') + halo('lamp', '#ffd694'),
    picture: `${all('wall')}${many(4, (row) => {
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
      return `${books}${box(0, y, 480, 16, 'url(#shelf)')}${box(0, y + 16, 480, 14, '#000', 0.25)}`;
    })}${oval(80, 120, 260, 260, 'url(#lamp)', 0.55)}`,
  })),
  place('s04', 'right', () => ({
    paints: fade('wall', '#e9c7a1', '#b57e58') + fade('wood', '#8d5a38', '#4d2d1d') + fade('disc', '#33343b', '#121216', 0.9),
    picture: `${all('wall')}${box(40, 60, 150, 190, '#7c4a3a')}${box(54, 74, 122, 162, '#e9d7b7')}${form('M54 236V170C90 140 120 190 176 150V236Z', '#c56a4a')}${oval(130, 118, 24, 24, '#e3a24a')}${form('M-10 600V420H490V600Z', 'url(#wood)')}${box(-10, 414, 500, 10, '#c58f5e')}${form('M70 372L410 372L440 470L40 470Z', '#5e3a26')}${box(40, 470, 400, 46, '#432719', 1, 6)}${oval(220, 420, 148, 42, 'url(#disc)')}${many(5, (i) => `<ellipse cx="220" cy="420" rx="${132 - i * 17}" ry="${37 - i * 5}" fill="none" stroke="#5b5c66" stroke-width="1.4" opacity=".7"/>`)}${oval(220, 420, 42, 12, '#d9764a')}${oval(220, 420, 5, 2, '#f7ead7')}${form('M120 396Q220 372 320 396L220 420Z', '#fff', 0.12)}${oval(384, 396, 18, 9, '#c8ccd2')}${rule('M384 394L372 440L316 446', '#d8dbe0', 6)}${box(300, 438, 26, 12, '#eceef0', 1, 3)}${moved(404, 330, pottedPlant(() => 0.6, '#2f6b5b', ['#6f9a63', '#4a7350', '#94b37a'], 72), 0.85)}${moved(300, 372, many(4, (i) => moved(-i * 13 - 10, 0, book(10, 100, tone(i + 2)))))}`,
  })),
  place('s05', 'left', () => ({
    paints: fade('wall', '#d7c2b6', '#8d6c69') + fade('seat', '#c7604a', '#7a2f2a') + halo('lamp', '#ffe0a6') + fade('rug', '#c79a6a', '#8a5f42'),
    picture: `${all('wall')}${oval(392, 150, 210, 210, 'url(#lamp)', 0.8)}${rule('M392 170V470', '#4a3a34', 6)}${form('M340 176L364 96H420L444 176Z', '#ffe9c2')}${oval(392, 474, 46, 9, '#3d2f2b')}${oval(200, 540, 220, 42, 'url(#rug)')}${form('M70 300C70 240 110 222 176 222S286 240 286 300V470H70Z', 'url(#seat)')}${form('M44 356C44 326 90 326 92 360V500H50Q44 430 44 356ZM266 360C268 326 314 326 314 356Q314 430 308 500H266Z', '#a5453a')}${form('M86 400H272V476Q180 490 86 476Z', '#d9745c')}${form('M110 320L196 300L216 384L128 400Z', '#efdcc0')}${form('M110 320L128 400L216 384Q160 380 110 320Z', '#000', 0.1)}${rule('M76 500V540M286 500V540', '#3d2418', 10)}${form('M180 418L292 402L330 470L210 486Z', '#5a7f8c')}${many(5, (i) => rule(`M${190 + i * 26} ${416 - i * 4}L${220 + i * 26} ${484 - i * 4}`, '#e9e2d2', 4, 0.6))}${box(60, 60, 130, 110, '#6d4a44')}${box(70, 70, 110, 90, '#9db5b2')}${form('M70 160V126L112 100L140 124L180 96V160Z', '#5f7f7a')}`,
  })),
  place('s06', 'right', (random) => ({
    paints: fade('wall', '#f0d7bf', '#c08f74') + fade('sill', '#fff3e2', '#cfae92') + fade('sky', '#bcd8e2', '#f4dcb8'),
    picture: `${all('wall')}${box(70, 40, 340, 370, '#fff4e4')}${box(86, 56, 308, 338, 'url(#sky)')}${form('M86 394V320C140 290 190 330 250 300S350 300 394 280V394Z', '#9fb89a')}${form('M86 394V350C160 330 220 370 394 330V394Z', '#6f9078')}${box(234, 40, 12, 370, '#fff4e4')}${box(70, 216, 340, 10, '#fff4e4')}${form('M20 0H120C96 160 110 280 70 420H20Z', '#fffaf0', 0.75)}${form('M460 0H360C384 160 370 280 410 420H460Z', '#fffaf0', 0.75)}${box(30, 410, 420, 26, 'url(#sill)')}${box(30, 436, 420, 12, '#000', 0.14)}${moved(140, 362, pottedPlant(random, '#c9714c', ['#5f8a5a', '#88ab6e', '#40694a'], 88))}${moved(330, 372, pottedPlant(random, '#efe6d6', ['#7d9c6c', '#a9bd86', '#587a58'], 62), 0.8)}${form('M214 410V372Q214 360 222 352V334H240V352Q248 360 248 372V410Z', '#4d7f86', 0.85)}${rule('M231 334C228 296 244 280 236 244M232 300C250 290 256 276 262 262', '#5b7a4c', 4)}${oval(236, 240, 15, 12, '#e58a6a')}${oval(266, 256, 12, 10, '#f0b48e')}`,
  })),
  place('s07', 'left', () => ({
    paints: fade('wall', '#33445c', '#172033') + fade('wood', '#6d4630', '#2f1d16') + halo('flame', '#ffcf83'),
    picture: `${all('wall')}${many(22, (i) => oval(20 + ((i * 97) % 450), 30 + ((i * 61) % 260), 8 + (i % 5) * 5, 8 + (i % 5) * 5, '#ffce8a', 0.14 + (i % 4) * 0.06))}${form('M-10 600V410H490V600Z', 'url(#wood)')}${box(-10, 404, 500, 8, '#a5734b', 0.8)}${oval(240, 360, 250, 230, 'url(#flame)', 0.6)}${many(3, (i) => { const [x, h] = [[130, 120], [236, 170], [336, 96]][i] ?? [0, 0]; return `${oval(x, 470, 46, 10, '#000', 0.3)}${box(x - 26, 466 - h, 52, h, '#f3dfc4', 1, 6)}${box(x + 4, 466 - h, 22, h, '#b98a66', 0.45, 6)}${oval(x, 467 - h, 26, 7, '#fff0cf')}${rule(`M${x} ${464 - h}v-12`, '#4b3a30', 3)}${form(`M${x} ${412 - h}C${x + 16} ${440 - h} ${x + 11} ${456 - h} ${x} ${456 - h}S${x - 16} ${440 - h} ${x} ${412 - h}Z`, '#ffd98a')}${form(`M${x} ${430 - h}C${x + 8} ${444 - h} ${x + 5} ${454 - h} ${x} ${454 - h}S${x - 8} ${444 - h} ${x} ${430 - h}Z`, '#fff6dc')}`; })}${form('M380 452L404 330H444L456 452Z', '#7d2740', 0.0)}${form('M386 330H446Q448 390 416 398Q384 390 386 330Z', '#c9d6de', 0.4)}${form('M389 352H443Q440 390 416 396Q392 390 389 352Z', '#8c2b3e')}${rule('M416 398V474', '#c9d6de', 4, 0.7)}${oval(416, 478, 30, 6, '#c9d6de', 0.5)}`,
  })),
  place('s08', 'right', () => ({
    paints: fade('wall', '#dfe3d6', '#94a595') + fade('bench', '#c49a6c', '#7a5436') + fade('jar', '#d5e6e6', '#8fb0b2', 0.8),
    picture: `${all('wall')}${box(40, 70, 180, 230, '#fff8ea')}${form('M52 288V180C96 150 130 220 208 160V288Z', '#e09a62')}${oval(160, 128, 28, 28, '#d9573f')}${form('M52 288V240C110 210 150 260 208 230V288Z', '#4f7f86')}${rule('M150 600L206 300M350 600L296 300', '#6d4a32', 12)}${form('M-10 600V440H490V600Z', 'url(#bench)')}${box(-10, 434, 500, 10, '#e7c193', 0.8)}${form('M284 452L292 330H376L384 452Q334 466 284 452Z', 'url(#jar)', 0.92)}${oval(334, 330, 42, 10, '#eef6f4')}${many(8, (i) => { const x = 306 + i * 8; const dx = (i - 3.5) * 17; return rule(`M${x} 332L${x + dx} ${226 - (i % 3) * 24}`, '#9a6b42', 6) + moved(x + dx, 226 - (i % 3) * 24, form('M-7 4Q-9 -24 0 -40Q9 -24 7 4Z', tone(i * 3 + 1)), 1, (i - 3.5) * 9); })}${moved(130, 500, `${form('M-92 0C-96 -50 -40 -66 20 -58S104 -20 88 14S-60 46 -92 0Z', '#f4ead8')}${form('M-92 0C-60 46 60 50 88 14L86 24C56 58 -66 56 -92 10Z', '#b99f80')}${oval(-52, -14, 20, 14, '#d9573f')}${oval(-8, -34, 20, 13, '#e7a53f')}${oval(44, -26, 20, 13, '#4f7f86')}${oval(52, 8, 19, 12, '#7d4357')}`)}`,
  })),
];
