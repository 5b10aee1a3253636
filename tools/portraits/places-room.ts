/** Place pictures: corners of rooms. */
import { box, fade, form, halo, many, moved, oval, place, pottedPlant, rule, type Place } from './place-kit.ts';
import { all, tone } from './place-things.ts';

export const rooms: readonly Place[] = [
  place('s05', 'left', () => ({
    paints:
      fade('wall', '#d7c2b6', '#8d6c69') +
      fade('seat', '#c7604a', '#7a2f2a') +
      halo('lamp', '#ffe0a6') +
      fade('rug', '#c79a6a', '#8a5f42'),
    picture: [
      all('wall'),
      oval(392, 150, 210, 210, 'url(#lamp)', 0.8),
      rule('M392 170V470', '#4a3a34', 6),
      form('M340 176L364 96H420L444 176Z', '#ffe9c2'),
      oval(392, 474, 46, 9, '#3d2f2b'),
      oval(200, 540, 220, 42, 'url(#rug)'),
      form('M70 300C70 240 110 222 176 222S286 240 286 300V470H70Z', 'url(#seat)'),
      form(
        'M44 356C44 326 90 326 92 360V500H50Q44 430 44 356ZM266 360C268 326 314 326 314 356Q314 430 308 500H266Z',
        '#a5453a',
      ),
      form('M86 400H272V476Q180 490 86 476Z', '#d9745c'),
      form('M110 320L196 300L216 384L128 400Z', '#efdcc0'),
      form('M110 320L128 400L216 384Q160 380 110 320Z', '#000', 0.1),
      rule('M76 500V540M286 500V540', '#3d2418', 10),
      form('M180 418L292 402L330 470L210 486Z', '#5a7f8c'),
      many(5, (i) => rule(`M${190 + i * 26} ${416 - i * 4}L${220 + i * 26} ${484 - i * 4}`, '#e9e2d2', 4, 0.6)),
      box(60, 60, 130, 110, '#6d4a44'),
      box(70, 70, 110, 90, '#9db5b2'),
      form('M70 160V126L112 100L140 124L180 96V160Z', '#5f7f7a'),
    ].join(''),
  })),
  place('s06', 'right', (random) => ({
    paints: fade('wall', '#f0d7bf', '#c08f74') + fade('sill', '#fff3e2', '#cfae92') + fade('sky', '#bcd8e2', '#f4dcb8'),
    picture: [
      all('wall'),
      box(70, 40, 340, 370, '#fff4e4'),
      box(86, 56, 308, 338, 'url(#sky)'),
      form('M86 394V320C140 290 190 330 250 300S350 300 394 280V394Z', '#9fb89a'),
      form('M86 394V350C160 330 220 370 394 330V394Z', '#6f9078'),
      box(234, 40, 12, 370, '#fff4e4'),
      box(70, 216, 340, 10, '#fff4e4'),
      form('M20 0H120C96 160 110 280 70 420H20Z', '#fffaf0', 0.75),
      form('M460 0H360C384 160 370 280 410 420H460Z', '#fffaf0', 0.75),
      box(30, 410, 420, 26, 'url(#sill)'),
      box(30, 436, 420, 12, '#000', 0.14),
      moved(140, 362, pottedPlant(random, '#c9714c', ['#5f8a5a', '#88ab6e', '#40694a'], 88)),
      moved(330, 372, pottedPlant(random, '#efe6d6', ['#7d9c6c', '#a9bd86', '#587a58'], 62), 0.8),
      form('M214 410V372Q214 360 222 352V334H240V352Q248 360 248 372V410Z', '#4d7f86', 0.85),
      rule('M231 334C228 296 244 280 236 244M232 300C250 290 256 276 262 262', '#5b7a4c', 4),
      oval(236, 240, 15, 12, '#e58a6a'),
      oval(266, 256, 12, 10, '#f0b48e'),
    ].join(''),
  })),
  place('s07', 'left', () => ({
    paints: fade('wall', '#33445c', '#172033') + fade('wood', '#6d4630', '#2f1d16') + halo('flame', '#ffcf83'),
    picture: [
      all('wall'),
      many(22, (i) =>
        oval(
          20 + ((i * 97) % 450),
          30 + ((i * 61) % 260),
          8 + (i % 5) * 5,
          8 + (i % 5) * 5,
          '#ffce8a',
          0.14 + (i % 4) * 0.06,
        ),
      ),
      form('M-10 600V410H490V600Z', 'url(#wood)'),
      box(-10, 404, 500, 8, '#a5734b', 0.8),
      oval(240, 360, 250, 230, 'url(#flame)', 0.6),
      many(3, (i) => {
        const x = 130 + i * 103;
        const h = 120 + (i === 1 ? 50 : -12 * i);
        return [
          oval(x, 470, 46, 10, '#000', 0.3),
          box(x - 26, 466 - h, 52, h, '#f3dfc4', 1, 6),
          box(x + 4, 466 - h, 22, h, '#b98a66', 0.45, 6),
          oval(x, 467 - h, 26, 7, '#fff0cf'),
          rule(`M${x} ${464 - h}v-12`, '#4b3a30', 3),
          form(
            `M${x} ${412 - h}C${x + 16} ${440 - h} ${x + 11} ${456 - h} ${x} ${456 - h}S${x - 16} ${440 - h} ${x} ${412 - h}Z`,
            '#ffd98a',
          ),
          form(
            `M${x} ${430 - h}C${x + 8} ${444 - h} ${x + 5} ${454 - h} ${x} ${454 - h}S${x - 8} ${444 - h} ${x} ${430 - h}Z`,
            '#fff6dc',
          ),
        ].join('');
      }),
      form('M386 330H446Q448 390 416 398Q384 390 386 330Z', '#c9d6de', 0.4),
      form('M389 352H443Q440 390 416 396Q392 390 389 352Z', '#8c2b3e'),
      rule('M416 398V474', '#c9d6de', 4, 0.7),
      oval(416, 478, 30, 6, '#c9d6de', 0.5),
    ].join(''),
  })),
  place('s08', 'right', () => ({
    paints:
      fade('wall', '#dfe3d6', '#94a595') + fade('bench', '#c49a6c', '#7a5436') + fade('jar', '#d5e6e6', '#8fb0b2', 0.8),
    picture: [
      all('wall'),
      box(40, 70, 180, 230, '#fff8ea'),
      form('M52 288V180C96 150 130 220 208 160V288Z', '#e09a62'),
      oval(160, 128, 28, 28, '#d9573f'),
      form('M52 288V240C110 210 150 260 208 230V288Z', '#4f7f86'),
      rule('M150 600L206 300M350 600L296 300', '#6d4a32', 12),
      form('M-10 600V440H490V600Z', 'url(#bench)'),
      box(-10, 434, 500, 10, '#e7c193', 0.8),
      form('M284 452L292 330H376L384 452Q334 466 284 452Z', 'url(#jar)', 0.92),
      oval(334, 330, 42, 10, '#eef6f4'),
      many(8, (i) => {
        const x = 306 + i * 8;
        const dx = (i - 3.5) * 17;
        return (
          rule(`M${x} 332L${x + dx} ${226 - (i % 3) * 24}`, '#9a6b42', 6) +
          moved(x + dx, 226 - (i % 3) * 24, form('M-7 4Q-9 -24 0 -40Q9 -24 7 4Z', tone(i * 3 + 1)), 1, (i - 3.5) * 9)
        );
      }),
      moved(
        130,
        500,
        [
          form('M-92 0C-96 -50 -40 -66 20 -58S104 -20 88 14S-60 46 -92 0Z', '#f4ead8'),
          form('M-92 0C-60 46 60 50 88 14L86 24C56 58 -66 56 -92 10Z', '#b99f80'),
          oval(-52, -14, 20, 14, '#d9573f'),
          oval(-8, -34, 20, 13, '#e7a53f'),
          oval(44, -26, 20, 13, '#4f7f86'),
          oval(52, 8, 19, 12, '#7d4357'),
        ].join(''),
      ),
    ].join(''),
  })),
];
