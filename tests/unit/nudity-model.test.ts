// The model of nudity itself, in its process: it answers, and has nothing against portraits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openNudityGuard } from '#server/media/nudity-guard';
import * as pictures from '#tests/support/pictures';
import { sampled } from '#tests/support/samples';

const log = { error: vi.fn() };
const guard = openNudityGuard({ log });
afterAll(() => guard.close());

const DEMO = join(import.meta.dirname, '../../demo/pictures');
const portraits = readdirSync(DEMO).filter((name) => name.endsWith('-640.webp'));

test('DE96: no portrait of the demo, and no picture that browser tests send, seems to show nudity', async () => {
  const all = sampled('portraits', portraits, 12).map((name) => readFileSync(join(DEMO, name)));
  const sent = [await pictures.jpeg({ width: 900, height: 1200 }), await pictures.plainJpeg(900, 1200)];
  const seen = await Promise.all([...all, ...sent].map((each) => guard.look(each)));
  expect(new Set(seen)).toEqual(new Set(['none']));
  expect(log.error).not.toHaveBeenCalled();
});
