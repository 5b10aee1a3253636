// The guard that looks for nudity: one picture at a time in a process of its own, which may end or hang.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nudityOf } from '#server/media/nudity';
import { type NudityGuard, openNudityGuard } from '#server/media/nudity-guard';
import { eventually } from '#tests/support/eventually';

const NONE = { Drawing: 0, Hentai: 0, Neutral: 0, Porn: 0, Sexy: 0 };
const program = join(import.meta.dirname, '../support/stand-in-model.ts');
const log = { error: vi.fn() };
let folder: string;
let guard: NudityGuard;

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 400, channels: 3, background } })
    .webp()
    .toBuffer();
const look = async (colour: string) => guard.look(await picture(colour));
/** All at once, in this order. */
async function lookAtAll(...colours: string[]) {
  const all = await Promise.all(colours.map(picture));
  return Promise.all(all.map((each) => guard.look(each)));
}
/** Processes that were started. */
const starts = (): number[] => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number);

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matchloom-nudity-'));
  vi.stubEnv('MODEL_STARTS', join(folder, 'starts'));
  log.error.mockClear();
  guard = openNudityGuard({ log, program });
});
afterEach(() => {
  guard.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('DE96: explicit photos and drawings together decide; people on a beach are no nudity', () => {
  expect(nudityOf({ ...NONE, Porn: 0.4, Hentai: 0.2 })).toBe('likely');
  expect(nudityOf({ ...NONE, Porn: 0.59, Neutral: 0.41 })).toBe('none');
  expect(nudityOf({ ...NONE, Sexy: 1 })).toBe('none');
});

test('DE96: one process looks at all pictures, in their order', async () => {
  guard.warm();
  const seen = await lookAtAll('#ff0000', '#ffffff', '#ff0000', '#777777');
  expect(seen).toEqual(['likely', 'none', 'likely', 'none']);
  expect(starts()).toHaveLength(1);
  expect(log.error).not.toHaveBeenCalled();
});

test('DE96: a picture whose process ends or hangs is unknown, and the next one is looked at by another process', async () => {
  guard = openNudityGuard({ log, program, limits: { look: 1000 } });
  const seen = await lookAtAll('#00ff00', '#ff0000', '#0000ff', '#ffffff');
  expect(seen).toEqual(['unknown', 'likely', 'unknown', 'none']);
  expect([starts().length, log.error.mock.calls.length]).toEqual([3, 2]);
});

test('DE96: without its program, or with a file that is no picture, the answer is unknown', async () => {
  expect(await guard.look(Buffer.from('no picture'))).toBe('unknown');
  expect(await look('#ffffff')).toBe('none');
  guard.close();
  guard = openNudityGuard({ log, program: join(folder, 'missing.ts') });
  expect(await look('#ffffff')).toBe('unknown');
});

test('DE96: a picture that waits too long for those before it is unknown', async () => {
  guard.close();
  guard = openNudityGuard({ log, program, limits: { wait: 200 } });
  expect(await lookAtAll('#0000ff', '#ffffff')).toEqual(['unknown', 'unknown']);
});

test('DE96: the process ends when no picture has come for a while, and with the server', async () => {
  guard.close();
  guard = openNudityGuard({ log, program, limits: { idle: 50 } });
  await look('#ffffff');
  await eventually(() => expect(starts().map(runs)).toEqual([false]));
  expect(await look('#ff0000')).toBe('likely');
  guard.close();
  await eventually(() => expect(starts().map(runs)).toEqual([false, false]));
  guard.warm();
  expect(await look('#ffffff')).toBe('unknown');
  expect(starts()).toHaveLength(2);
});
