// Recordings in chats as they are served: by their own addresses, whole or in parts, and kept by no cache.
import { expect, test } from 'vitest';
import { photoFiles } from '#server/media/photo-files';
import { VOICE_FORM } from '#server/media/photo-forms';
import { serveVoice } from '#server/media/serve-voice';
import { newVoiceName, voiceAddress, voiceOf } from '#server/media/voice-urls';
import type { FileStore } from '#server/storage/file-store';

const stored = new Map<string, Uint8Array<ArrayBuffer>>();
const store: FileStore = {
  put: (name, bytes) => Promise.resolve(void stored.set(name, new Uint8Array(bytes))),
  get: (name) => {
    const bytes = stored.get(name);
    if (!bytes) return Promise.resolve(null);
    return Promise.resolve({ etag: '"1"', content: { size: bytes.byteLength, stream: new Blob([bytes]).stream() } });
  },
  delete: (name) => Promise.resolve(void stored.delete(name)),
  locate: (name) => name,
};
const files = photoFiles(store, store);
const file = '0'.repeat(32);
const ask = (headers: Record<string, string> = {}, method = 'GET', name = `${file}-17-webm`) =>
  serveVoice(files, new Request('http://plain.localhost/media/voice/x', { headers, method }), { file, name });

test('CH37: the name of a recording is random, and its address says how long it plays', () => {
  const names = [7, 60].map((seconds) => newVoiceName({ seconds, container: 'mp4' }));
  for (const name of names) {
    expect(name).toMatch(/^[0-9a-f]{32}-\d{1,2}-mp4$/);
    expect(voiceAddress(`/media/${voiceOf(name).path}`)).toBe(name);
  }
  expect(names.map((name) => voiceOf(name).seconds)).toEqual([7, 60]);
  for (const wrong of ['abc', `${file}-7-exe`, `${file}-7-webm/..`, `${file}-700-webm`])
    expect(voiceAddress(`/media/voice/${wrong}`)).toBeNull();
});

test('CH37: a recording is answered whole, in parts and by its headers, with its own type', async () => {
  await files.writeForm(file, VOICE_FORM, new TextEncoder().encode('0123456789'));
  const whole = await ask();
  expect([whole.status, await whole.text(), whole.headers.get('Content-Type')]).toEqual([
    200,
    '0123456789',
    'audio/webm',
  ]);
  expect((await ask({}, 'GET', `${file}-17-mp4`)).headers.get('Content-Type')).toBe('audio/mp4');
  expect(whole.headers.get('Cache-Control')).toBe('private, no-store');
  const part = await ask({ Range: 'bytes=2-4' });
  expect([part.status, await part.text(), part.headers.get('Content-Range')]).toEqual([206, '234', 'bytes 2-4/10']);
  const head = await ask({}, 'HEAD');
  expect([head.status, await head.text(), head.headers.get('Content-Length')]).toEqual([200, '', '10']);
});

test('E7: what is removed is gone with its recording', async () => {
  await files.writeForm(file, VOICE_FORM, new Uint8Array([1]));
  await files.remove(file);
  expect([stored.size, (await ask()).status]).toEqual([0, 404]);
});
