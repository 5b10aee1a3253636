// A body of which nothing comes any longer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_PHOTO_BYTES } from '#contract/photos';
import { UPLOAD_PACE } from '#domain/limits';
import { boundedChunks } from '#server/http/request-body';

const STALL_MS = 150;
// Time passes as the pauses below say, also on a busy machine.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const pace = { stallMs: STALL_MS, graceMs: 60_000, bytesPerSecond: 16_000 };
const asRequest = (body: ReadableStream<Uint8Array>): Request =>
  new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit);

async function read(
  body: ReadableStream<Uint8Array>,
  each: () => Promise<unknown> = async () => null,
  slowest = pace,
): Promise<number> {
  const reading = async (): Promise<number> => {
    let size = 0;
    for await (const chunk of boundedChunks(asRequest(body), 1000, slowest)) {
      size += chunk.byteLength;
      await each();
    }
    return size;
  };
  const [size] = await Promise.all([reading(), vi.advanceTimersByTimeAsync(60_000)]);
  return size;
}
/** Ten bytes after each pause, so many times; then it ends, or never comes to an end. */
function trickle(times: number, ms: number, ends: boolean): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent === times) return ends ? controller.close() : new Promise(() => undefined);
      sent += 1;
      await pause(ms);
      controller.enqueue(new Uint8Array(10));
    },
  });
}

test('PR4: an upload that goes on is read to its end, however long it takes', async () => {
  expect(await read(trickle(6, STALL_MS / 3, true))).toBe(60);
});

test('PR4: an upload that does not go on ends with a code of its own', async () => {
  await expect(read(trickle(2, 1, false))).rejects.toMatchObject({ code: 'upload_stalled' });
});

test('PR4: a server that is slow to read is no stall', async () => {
  expect(await read(trickle(3, 1, true), () => pause(STALL_MS * 1.5))).toBe(30);
});

test('PR4: an upload may fall behind the slowest rate for a time, and one that keeps it is read to its end', async () => {
  const slowest = { stallMs: 1000, graceMs: 120, bytesPerSecond: 400 };
  // Ten bytes each 50 ms are 200 bytes a second at most, each 10 ms 1000.
  await expect(read(trickle(12, 50, true), undefined, slowest)).rejects.toMatchObject({ code: 'upload_stalled' });
  expect(await read(trickle(2, 50, true), undefined, slowest)).toBe(20);
  expect(await read(trickle(30, 10, true), undefined, { ...slowest, bytesPerSecond: 100 })).toBe(300);
});

test('PR4: an upload that came fast may not be held open by a few bytes now and then', async () => {
  const burst = (then: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const passOn = async (): Promise<void> => {
      await writer.write(new Uint8Array(900));
      for await (const chunk of then) await writer.write(chunk);
      await writer.close();
    };
    passOn().catch(() => undefined);
    return readable;
  };
  const slowest = { stallMs: 1000, graceMs: 120, bytesPerSecond: 400 };
  // The burst alone is the pace of two seconds; ten bytes each 50 ms stay behind it.
  await expect(read(burst(trickle(8, 50, true)), undefined, slowest)).rejects.toMatchObject({ code: 'upload_stalled' });
  expect(await read(burst(trickle(8, 20, true)), undefined, slowest)).toBe(980);
});

test('PR4: a photo of the largest size comes on a slow 3G line, at three times the slowest rate', () => {
  const slow3g = 400_000 / 8;
  expect(slow3g / UPLOAD_PACE.bytesPerSecond).toBeGreaterThan(3);
  expect(MAX_PHOTO_BYTES / UPLOAD_PACE.bytesPerSecond).toBeLessThan(11 * 60);
});
