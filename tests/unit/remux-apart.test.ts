// Recordings are read in a process beside the server: a file can end no more than that, and its own start is a fault of the server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '#scripts/child';
import { openVoiceReader, type VoiceReader } from '#server/media/remux-apart';
import { FaultyVoice } from '#server/media/voice-fault';
import { eventually } from '#tests/support/eventually';
import { freshFolder } from '#tests/support/processes';
import { countless, recording } from '#tests/support/recordings';

const LONG_MS = 600_000;

function open(options: Parameters<typeof openVoiceReader>[0] = {}): VoiceReader {
  const reader = openVoiceReader({ startMs: LONG_MS, readMs: LONG_MS, ...options });
  onTestFinished(() => reader.close());
  return reader;
}
/** A program in place of the one that reads. */
function program(text: string): string {
  const file = join(freshFolder(), 'program.mjs');
  writeFileSync(file, text);
  return file;
}
const faultOf = (made: Promise<unknown>): Promise<unknown> =>
  made.then(
    () => 'taken',
    (error: unknown) => (error instanceof FaultyVoice ? error.code : `ours: ${(error as Error).message}`),
  );

test('CH37 F2: a file that would be read for ever costs its process, and the server goes on', async () => {
  // Cut within a cluster, with a block of no length before the end.
  const endless = (await recording({ seconds: 1 })).slice(0, 370);
  endless[304] = 0;
  const [hasTime, usual] = [open(), openVoiceReader()];
  onTestFinished(() => usual.close());
  const broken = faultOf(usual.remux(endless));
  expect(await hasTime.remux(await recording())).toMatchObject({ seconds: 2, container: 'webm' });
  expect(await broken).toBe('voice_broken');
});

test('CH37 F2: a file that asks for more memory than there is costs its process, and the next one is read', async () => {
  const reader = open();
  expect(await faultOf(reader.remux(await countless()))).toBe('voice_broken');
  expect(await reader.remux(await recording())).toMatchObject({ seconds: 2, container: 'webm' });
});

test('CH37: a process that does not start, or fails at its work, is no fault of the recording', async () => {
  const said = await recording();
  const faults = [
    open({ program: program(`throw new Error('broken')`) }),
    open({ program: program(`process.send({ failed: 'no library' })`) }),
    open({ program: program('setInterval(() => undefined, 1e6)'), startMs: 1 }),
    open({
      program: program(`process.on('message', () => process.send({ failed: 'a slip' })); process.send('ready')`),
    }),
  ].map((reader) => faultOf(reader.remux(said)));
  const notStarted = 'ours: The process that reads recordings did not start:';
  expect(await Promise.all(faults)).toEqual([
    ...[`${notStarted} it ended`, `${notStarted} no library`, `${notStarted} it said nothing`, 'ours: a slip'],
  ]);
});

test('CH37: one process is kept until a recording is refused, knows no setting, and ends with the server', async () => {
  const telling = program(`process.on('message', ([first]) => process.send(
    first === 0 ? { bytes: new Uint8Array(), seconds: process.pid, container: 'webm' }
    : first === 1 ? { fault: 'voice_kind' } : { failed: 'knows ' + Object.keys(process.env) }));
    process.send('ready');`);
  const reader = open({ program: telling });
  const pidOf = async (): Promise<number> => (await reader.remux(Uint8Array.of(0))).seconds;
  const first = await pidOf();
  expect(await pidOf()).toBe(first);
  expect(await faultOf(reader.remux(Uint8Array.of(1)))).toBe('voice_kind');
  const next = await pidOf();
  expect(next).not.toBe(first);
  expect(await faultOf(reader.remux(Uint8Array.of(2)))).toBe('ours: knows ');
  const last = await pidOf();
  reader.close();
  for (const pid of [first, next, last]) await eventually(() => expect(isRunning(pid)).toBe(false));
});
