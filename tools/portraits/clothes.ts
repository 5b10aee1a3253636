/** Clothes, each drawn over the same shoulders. */
import { line, smooth, type Point } from './sketch.ts';
import type { Figure } from './body.ts';
import type { Sitter } from './sitter.ts';

/** A garment with the given half neckline (from shoulder to middle). */
function garment(figure: Figure, neckline: string, reach: number, fill = 'url(#cloth)'): string {
  return `<path d="${garmentForm(figure, neckline, reach)}" fill="${fill}"/>`;
}

function garmentForm(figure: Figure, neckline: string, reach: number): string {
  const right = figure.sideFrom(1, reach);
  const left = figure.sideFrom(-1, reach).reverse();
  return `${line(right)}${line(left, 'L')}${line(collarLine(figure, neckline, reach), 'L')}Z`;
}

function collarLine(figure: Figure, neckline: string, reach: number): Point[] {
  const start = figure.sideFrom(-1, reach)[0] ?? [0, 0];
  const end = figure.sideFrom(1, reach)[0] ?? [0, 0];
  const mirrored = figure.trace(neckline, -1);
  const middle = figure.trace(neckline).reverse();
  const joined = mirrored.concat(middle.slice(neckline.includes(' 0,') || neckline.startsWith('0,') ? 1 : 0));
  return smooth([start, ...joined, end], 24);
}

function edge(sitter: Sitter, figure: Figure, neckline: string, reach: number, width = 6): string {
  return `<path d="${line(collarLine(figure, neckline, reach))}" fill="none" stroke="${sitter.look.cloth[1]}" stroke-width="${width}" opacity=".75"/>`;
}

function folds(sitter: Sitter, figure: Figure): string {
  const dark = sitter.look.cloth[1];
  const fold = (k: number): string => {
    const s = figure.shoulders;
    const arm = figure.trace(`${s * 0.8},84 ${s * 0.74},128 ${s * 0.77},190 ${s * 0.78},260`, k);
    const crease = figure.trace(`${s * 0.73},112 ${s * 0.52},128 ${s * 0.36},124`, k);
    const low = figure.trace(`${s * 0.73},140 ${s * 0.58},168 ${s * 0.4},178`, k);
    return `<path d="${line(arm)}" stroke-width="5"/><path d="${line(crease)}${line(low)}" stroke-width="4" opacity=".6"/>`;
  };
  return `<g fill="none" stroke="${dark}" stroke-linecap="round" opacity=".5">${fold(1)}${fold(-1)}</g>`;
}

function collar(sitter: Sitter, figure: Figure, colour: string, line_: string): string {
  const n = figure.neck;
  const wing = (k: number): string => {
    const p = figure
      .trace(`${n - 4},-26 ${n + 13},-10 ${n + 25},16 34,66 2,34`, k)
      .map((q) => q.map((v) => v.toFixed(1)).join(' '));
    return `M${p[0]}Q${p[1]} ${p[2]}L${p[3]}L${p[4]}Z`;
  };
  const shade = sitter.pose.lit;
  return `<path d="${wing(1)}${wing(-1)}" fill="${colour}"/><path d="${wing(-shade)}" fill="${line_}" opacity=".35"/><path d="${wing(1)}${wing(-1)}" fill="none" stroke="${line_}" stroke-width="2.6" stroke-linejoin="round" opacity=".8"/>`;
}

function lapels(figure: Figure, colour: string, dark: string): string {
  const n = figure.neck;
  const lapel = (k: number): string => {
    const p = figure
      .trace(`${n + 4},-14 ${n + 22},10 ${n + 48},72 ${n + 26},84 ${n + 20},98 6,210 ${n - 14},80`, k)
      .map((q) => q.map((v) => v.toFixed(1)).join(' '));
    return `<path d="M${p[0]}L${p[1]}L${p[2]}L${p[3]}L${p[4]}L${p[5]}Q${p[6]} ${p[0]}Z" fill="${colour}" stroke="${dark}" stroke-width="2.5" stroke-linejoin="round"/>`;
  };
  return lapel(1) + lapel(-1);
}

function jacket(sitter: Sitter, figure: Figure): string {
  const n = figure.neck;
  const front = (k: number): string => {
    const inner = figure.trace(`${n + 12},-8 ${n + 8},60 ${n - 6},140 8,250`, k);
    return `<path d="${line(figure.sideFrom(k, 10))}${line(inner.reverse(), 'L')}Z" fill="url(#cloth)"/>`;
  };
  return front(1) + front(-1) + folds(sitter, figure);
}

function weave(
  sitter: Sitter,
  figure: Figure,
  neckline: string,
  reach: number,
  lines: string,
  width: number,
  opacity: number,
): string {
  return `<clipPath id="cut"><path d="${garmentForm(figure, neckline, reach)}"/></clipPath><g clip-path="url(#cut)"><path d="${lines}" fill="none" stroke="${sitter.look.cloth[1]}" stroke-width="${width}" opacity="${opacity}"/></g>`;
}

function bands(figure: Figure, count: number, step: number): string {
  const s = figure.shoulders;
  return Array.from({ length: count }, (_, i) =>
    line(
      smooth(
        figure.trace(
          `${-s - 40},${74 + i * step} ${-s * 0.5},${50 + i * step} 0,${58 + i * step} ${s * 0.5},${50 + i * step} ${s + 40},${74 + i * step}`,
        ),
        8,
      ),
    ),
  ).join('');
}

function uprights(figure: Figure): string {
  const s = figure.shoulders;
  return Array.from({ length: 17 }, (_, i) => (i - 8) / 8)
    .map((u) => line(figure.trace(`${u * s * 1.02},-10 ${u * s * 1.08},90 ${u * s * 1.12},280`)))
    .join('');
}

/** Plain, pin-striped or checked, whichever this sitter likes. */
function shirting(sitter: Sitter, figure: Figure): string {
  const liking = sitter.look.seed % 4;
  if (liking > 1) return '';
  const thin = weave(sitter, figure, '20,56 0,84', 6, uprights(figure), liking ? 2 : 5, liking ? 0.5 : 0.3);
  return liking ? thin : thin + weave(sitter, figure, '20,56 0,84', 6, bands(figure, 13, 22), 5, 0.3);
}

function ribs(sitter: Sitter, figure: Figure): string {
  const n = figure.neck;
  const rib = Array.from({ length: 13 }, (_, i) => {
    const u = (i - 6) / 6;
    return line(
      figure.trace(`${u * (n + 3)},${-40 + Math.cos(u * 1.5) * 18} ${u * (n + 10)},${-12 + Math.cos(u * 1.5) * 30}`),
    );
  });
  return `<path d="${rib.join('')}" stroke="${sitter.look.cloth[1]}" stroke-width="2" fill="none" opacity=".45"/>`;
}

function turtleneck(sitter: Sitter, figure: Figure): string {
  const n = figure.neck;
  const left = figure.trace(`${n + 2},-46 ${n + 6},-24 ${n + 16},2`, -1);
  const right = figure.trace(`${n + 2},-46 ${n + 6},-24 ${n + 16},2`);
  const rim = figure.trace(`${n + 2},-46 ${n * 0.5},-26 0,-20 ${-n * 0.5},-26 ${-n - 2},-46`);
  const tube = `<path d="${line(left)}${line(smooth(figure.trace(`${-n - 16},2 0,38 ${n + 16},2`), 10), 'L')}${line([...right].reverse(), 'L')}${line(rim, 'L')}Z" fill="url(#cloth)"/>`;
  const shadow = smooth(figure.trace(`${-n - 15},4 0,36 ${n + 15},4`), 10);
  return `${garment(figure, '30,10 0,16', 6)}${folds(sitter, figure)}${tube}<path d="${line(shadow)}" fill="none" stroke="${sitter.look.cloth[1]}" stroke-width="5" opacity=".6"/>${ribs(sitter, figure)}`;
}

function shawl(sitter: Sitter, figure: Figure): string {
  const n = figure.neck;
  const { accent, cloth } = sitter.look;
  const loop = (dy: number, grow: number): string =>
    `<path d="${line(smooth(figure.trace(`${-n},${-44 + dy} ${-n - grow},${-20 + dy} ${-n - grow + 2},${4 + dy} ${-n * 0.6},${30 + dy} 0,${40 + dy} ${n * 0.6},${30 + dy} ${n + grow - 2},${4 + dy} ${n + grow},${-20 + dy} ${n},${-44 + dy} ${n * 0.5},${-16 + dy} 0,${-8 + dy} ${-n * 0.5},${-16 + dy} ${-n},${-44 + dy}`), 40))}Z" fill="${accent}" stroke="#00000038" stroke-width="2"/>`;
  const tail = `<path d="${line(figure.trace('12,40 34,80 40,160 46,270'))}${line(figure.trace('-4,260 -2,150 -8,60 -16,30'), 'L')}Z" fill="${accent}" stroke="#00000038" stroke-width="2"/>`;
  return `${garment(figure, '30,22 0,32', 16)}${folds(sitter, figure)}${tail}${loop(18, 26)}${loop(-4, 15)}<path d="${line(figure.trace(`${-n},0 0,22 ${n},0`))}${line(figure.trace(`${-n - 6},28 0,52 ${n + 4},28`))}" stroke="${cloth[1]}" stroke-width="2.5" fill="none" opacity=".45"/>`;
}

function hood(sitter: Sitter, figure: Figure): string {
  const n = figure.neck;
  const roll = (k: number): string =>
    `<path d="${line(smooth(figure.trace(`${n - 4},-44 ${n + 26},-22 ${n + 34},14 ${n * 0.5},46 0,58 4,38 ${n * 0.6},16 ${n - 4},-44`, k), 24))}Z" fill="url(#cloth)" stroke="${sitter.look.cloth[1]}" stroke-width="3"/>`;
  const cords = [-1, 1].map((k) => line(figure.trace('16,50 19,80 17,118', k))).join('');
  return `${garment(figure, '30,22 0,32', 16)}${folds(sitter, figure)}${roll(1)}${roll(-1)}<path d="${cords}" stroke="#f3ece2" stroke-width="4" stroke-linecap="round" fill="none" opacity=".85"/>`;
}

function buttons(figure: Figure, dark: string): string {
  return `<path d="${line(figure.trace('1,36 0,140 0,280'))}" stroke="${dark}" stroke-width="3" fill="none" opacity=".6"/>${[76, 124, 172].map((y) => `<circle cx="${figure.shift}" cy="${figure.base + y}" r="3.6" fill="${dark}" opacity=".8"/>`).join('')}`;
}

function strap(sitter: Sitter, figure: Figure): string {
  const s = figure.shoulders;
  const body = (k: number): Point[] => figure.trace(`${s * 0.5},62 ${s * 0.66},110 ${s * 0.72},150 ${s * 0.74},280`, k);
  const top = smooth(figure.trace(`${-s * 0.5},62 ${-s * 0.24},80 0,88 ${s * 0.24},80 ${s * 0.5},62`), 16);
  const straps = [-1, 1].map((k) => line(figure.trace(`${s * 0.5},66 ${s * 0.48},36 ${s * 0.46},14`, k))).join('');
  return `<path d="${line(body(1))}${line(body(-1).reverse(), 'L')}${line(top, 'L')}Z" fill="url(#cloth)"/><path d="${line(top)}" stroke="${sitter.look.cloth[1]}" stroke-width="3.5" fill="none" opacity=".7"/><path d="${straps}" stroke="${sitter.look.cloth[0]}" stroke-width="17" fill="none"/>`;
}

export function drawClothes(sitter: Sitter, figure: Figure): string {
  const { clothes, cloth, accent } = sitter.look;
  const [light, dark] = cloth;
  const tee = (neckline: string, reach: number): string =>
    garment(figure, neckline, reach) + folds(sitter, figure) + edge(sitter, figure, neckline, reach);
  const open = '20,56 0,124';
  switch (clothes) {
    case 'crew':
      return tee('30,22 0,32', 16);
    case 'striped':
      return (
        tee('30,22 0,32', 16) +
        weave(sitter, figure, '30,22 0,32', 16, bands(figure, 8, 25), 8, 0.75) +
        edge(sitter, figure, '30,22 0,32', 16)
      );
    case 'vneck':
      return tee('24,40 0,92', 14);
    case 'boatneck':
      return tee('60,38 0,48', 46);
    case 'knit':
      return tee('32,20 0,28', 10) + edge(sitter, figure, '32,20 0,28', 10, 13);
    case 'wrap':
      return (
        tee('22,52 0,112', 20) +
        `<path d="${line(figure.trace('22,58 -10,120 -60,190 -110,260'))}" stroke="${dark}" stroke-width="4" fill="none" opacity=".7"/>`
      );
    case 'strap':
      return strap(sitter, figure);
    case 'shirt':
      return (
        garment(figure, open.replace('124', '84'), 6) +
        folds(sitter, figure) +
        shirting(sitter, figure) +
        buttons(figure, dark) +
        collar(sitter, figure, light, dark)
      );
    case 'polo':
      return garment(figure, '20,40 0,74', 6) + folds(sitter, figure) + collar(sitter, figure, light, dark);
    case 'denim':
      return garment(figure, '30,20 0,30', 12, accent) + jacket(sitter, figure) + collar(sitter, figure, light, dark);
    case 'blazer':
      return garment(figure, '30,26 0,44', 12, accent) + jacket(sitter, figure) + lapels(figure, light, dark);
    case 'cardigan':
      return garment(figure, '40,36 0,54', 16, accent) + jacket(sitter, figure);
    case 'turtleneck':
      return turtleneck(sitter, figure);
    case 'hoodie':
      return hood(sitter, figure);
    case 'scarf':
      return shawl(sitter, figure);
  }
}
