/** Gives the clean drawing a hand: edges waver as a brush does, and a little grain lies over it. */
import { between, seeded } from './random.ts';

const WAVER = 2.8;
const GRAIN = 5;

interface Canvas {
  width: number;
  height: number;
  /** Where each pixel comes from, and how it shares with its neighbours (in 1/256). */
  from: Int32Array;
  weights: Int16Array;
  grain: Int8Array;
}

let known: Canvas | undefined;

function wavesOf(random: () => number) {
  return Array.from({ length: 7 }, () => ({
    fx: between(random, 0.008, 0.045),
    fy: between(random, 0.008, 0.045),
    px: random() * 6.3,
    py: random() * 6.3,
  }));
}

function canvasOf(width: number, height: number): Canvas {
  if (known?.width === width && known.height === height) return known;
  const random = seeded(11);
  const waves = wavesOf(random);
  const size = (WAVER * width) / 640 / Math.sqrt(waves.length);
  const from = new Int32Array(width * height);
  const weights = new Int16Array(width * height * 4);
  const grain = Int8Array.from({ length: width * height }, () => Math.round((random() + random() - 1) * GRAIN));
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      let sx = x;
      let sy = y;
      for (const w of waves) {
        sx += Math.sin(x * w.fx + y * w.fy + w.px) * size;
        sy += Math.sin(x * w.fy - y * w.fx + w.py) * size;
      }
      sx = Math.max(0, Math.min(width - 1.01, sx));
      sy = Math.max(0, Math.min(height - 1.01, sy));
      const [u, v] = [sx % 1, sy % 1];
      from[i] = (Math.trunc(sy) * width + Math.trunc(sx)) * 3;
      weights.set(
        [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v].map((share) => Math.round(share * 256)),
        i * 4,
      );
      weights[i * 4 + 3] = 256 - (weights[i * 4] ?? 0) - (weights[i * 4 + 1] ?? 0) - (weights[i * 4 + 2] ?? 0);
    }
  }
  known = { width, height, from, weights, grain };
  return known;
}

/** Bends and grains an RGB picture. */
export function paint(source: Uint8Array, width: number, height: number): Uint8Array {
  const { from, weights, grain } = canvasOf(width, height);
  const out = new Uint8ClampedArray(source.length);
  const row = width * 3;
  // The indices are all in range, so the checks the compiler asks for are only written where they cost nothing.
  const at = (index: number): number => source[index] as number;
  for (let i = 0, to = 0; i < from.length; i += 1, to += 3) {
    const a = from[i] as number;
    const w = i * 4;
    const [w0, w1, w2, w3] = [
      weights[w] as number,
      weights[w + 1] as number,
      weights[w + 2] as number,
      weights[w + 3] as number,
    ];
    const noise = grain[i] as number;
    const b = a + row;
    out[to] = ((at(a) * w0 + at(a + 3) * w1 + at(b) * w2 + at(b + 3) * w3) >> 8) + noise;
    out[to + 1] = ((at(a + 1) * w0 + at(a + 4) * w1 + at(b + 1) * w2 + at(b + 4) * w3) >> 8) + noise;
    out[to + 2] = ((at(a + 2) * w0 + at(a + 5) * w1 + at(b + 2) * w2 + at(b + 5) * w3) >> 8) + noise;
  }
  return new Uint8Array(out.buffer);
}
