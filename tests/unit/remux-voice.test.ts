// Recordings are told by their structure, and stored as sound alone; what else was sent is neither kept nor trusted.
import { expect, test } from 'vitest';
import { Input, ALL_FORMATS, BufferSource, EncodedPacketSink } from 'mediabunny';
import { VOICE } from '#domain/limits';
import { remuxVoice } from '#server/media/remux-voice';
import { FaultyVoice } from '#server/media/voice-fault';
import { film, overlapping, recording, recordingKinds, twice } from '#tests/support/recordings';

const tags = { title: 'Secret title', comment: 'Recorded at 52.37, 4.89', artist: 'Anna Bloom' };
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const codeOf = (bytes: Uint8Array): Promise<string> =>
  remuxVoice(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof FaultyVoice ? error.code : String(error)),
  );

/** The sound of a recording, as its packets in hex. */
async function soundOf(bytes: Uint8Array): Promise<string[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const packets: string[] = [];
  const [track] = await input.getAudioTracks();
  if (track) for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(latin(data));
  return packets;
}

test.each(recordingKinds)(
  'CH37: of a recording in %s all of the sound is kept, and nothing that it says of itself',
  async (kind) => {
    const given = await recording({ kind, seconds: 3.4, tags });
    for (const secret of Object.values(tags)) expect(latin(given)).toContain(secret);
    const { bytes, seconds, container } = await remuxVoice(given);
    expect([seconds, container]).toEqual([3, kind === 'webm' || kind === 'ogg' ? 'webm' : 'mp4']);
    expect(await soundOf(bytes)).toEqual(await soundOf(given));
    for (const secret of Object.values(tags)) expect(latin(bytes)).not.toContain(secret);
  },
);

test('CH37: what is appended to a recording does not stay', async () => {
  const hidden = Buffer.from('a hidden passenger');
  const { bytes } = await remuxVoice(Buffer.concat([await recording({ kind: 'mp4' }), hidden]));
  expect(latin(bytes)).not.toContain('passenger');
});

test('CH37: a recording may be as long as browsers make the longest; one beyond is refused', async () => {
  expect((await remuxVoice(await recording({ seconds: VOICE.seconds + 1 }))).seconds).toBe(VOICE.seconds);
  for (const kind of recordingKinds)
    expect(await codeOf(await recording({ kind, seconds: VOICE.seconds + 3 }))).toBe('voice_long');
});

test('CH37: what is no recording is refused by what it is', async () => {
  const whole = await recording({ kind: 'oldMp4' });
  const refused = [
    await film(),
    await recording({ tracks: 2 }),
    await recording({ seconds: 0 }),
    new Uint8Array(),
    new TextEncoder().encode('OggS and then nothing of the kind'),
    Buffer.from(`RIFF${'\0'.repeat(60)}WAVE`),
    whole.subarray(0, whole.byteLength / 2),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual([
    ...['voice_kind', 'voice_kind', 'voice_kind', 'voice_broken', 'voice_broken', 'voice_broken', 'voice_kind'],
  ]);
});

test('CH37 F2: a recording that would be stored as many times what was sent is refused', async () => {
  // Also one that would be stored a little larger only.
  const files = [await overlapping(1), await overlapping(20), await twice(400_000)];
  expect(files.every(({ byteLength }) => byteLength < 500_000)).toBe(true);
  expect(await Promise.all(files.map(codeOf))).toEqual(['voice_broken', 'voice_broken', 'voice_broken']);
  expect(await codeOf(await recording({ kind: 'oldMp4', seconds: 20, head: 1000 }))).toBe('taken');
});
