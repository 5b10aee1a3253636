// The doorway to the microphone: why there is none, what is asked of the browser, and that it is off again afterwards.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRecorder } from '#lib/recorder';

const track = { stop: vi.fn() };
const sound = { getTracks: () => [track] };
const getUserMedia = vi.fn();
const context = { close: vi.fn() };
let supported: readonly string[] = [];
let made: FakeRecorder[] = [];
let refusedAt: 'made' | 'started' | null = null;

class FakeRecorder {
  static isTypeSupported = (type: string): boolean => supported.includes(type);
  state = 'recording';
  onstop: () => void = () => undefined;
  ondataavailable: (event: { data: Blob }) => void = () => undefined;
  readonly options: object;
  constructor(_: unknown, options: object) {
    this.options = options;
    if (refusedAt === 'made') throw new DOMException('', 'NotSupportedError');
    made.push(this);
  }
  start(): void {
    if (refusedAt === 'started') throw new DOMException('', 'InvalidStateError');
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob(['sound']) });
    this.onstop();
  }
}
class FakeContext {
  close = context.close;
  createAnalyser = () => ({ fftSize: 2, getFloatTimeDomainData: (to: Float32Array) => void to.fill(0.1) });
  createMediaStreamSource = () => ({ connect: () => undefined });
}

beforeEach(() => {
  made = [];
  refusedAt = null;
  supported = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'];
  getUserMedia.mockReset().mockResolvedValue(sound);
  track.stop.mockReset();
  context.close.mockReset();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeContext);
});
afterEach(() => vi.unstubAllGlobals());

const open = (onEnd = (): void => undefined) => openRecorder({ bitsPerSecond: 32_000, onEnd });
const failing = (name: string): void => void getUserMedia.mockRejectedValue(Object.assign(new Error(), { name }));

test('CH37: a browser says why there is no microphone', async () => {
  failing('NotAllowedError');
  expect(await open()).toBe('denied');
  failing('SecurityError');
  expect(await open()).toBe('denied');
  failing('NotFoundError');
  expect(await open()).toBe('missing');
  failing('NotReadableError');
  expect(await open()).toBe('missing');
  vi.stubGlobal('navigator', {});
  expect(await open()).toBe('unsupported');
});

test('CH37: a browser that records in no kind we take turns the microphone off at once', async () => {
  supported = [];
  expect([await open(), track.stop.mock.calls.length]).toEqual(['unsupported', 1]);
});

test.each(['made', 'started'] as const)(
  'CH37: a browser whose recorder cannot be %s says so and turns the microphone off',
  async (at) => {
    refusedAt = at;
    expect([await open(), track.stop.mock.calls.length, context.close.mock.calls.length]).toEqual([
      'unsupported',
      1,
      0,
    ]);
  },
);

test('CH37: it records in the kind that most browsers play, tells how loud it is, and turns the microphone off', async () => {
  supported = [...supported, 'audio/mp4;codecs=mp4a.40.2'];
  const ended = vi.fn();
  const recorder = await open(ended);
  if (typeof recorder === 'string') throw new Error(recorder);
  expect(made[0]?.options).toEqual({ mimeType: 'audio/mp4;codecs=mp4a.40.2', audioBitsPerSecond: 32_000 });
  expect(recorder.level()).toBeCloseTo(0.4);
  const file = await recorder.stop();
  expect([file.type, await file.text()]).toEqual(['audio/mp4', 'sound']);
  expect([track.stop, context.close, ended].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  recorder.drop();
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('CH37: without a meter it records all the same', async () => {
  vi.stubGlobal('AudioContext', undefined);
  const recorder = await open();
  if (typeof recorder === 'string') throw new Error(recorder);
  expect([recorder.level(), (await recorder.stop()).size]).toEqual([0, 5]);
});
