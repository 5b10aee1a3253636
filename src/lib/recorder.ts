// The microphone, which the browser gives only after asking the member: it records, and tells how loud it is.

/** Blocked by the member or the browser's settings; none there, or used by another app; a browser that cannot record. */
export type RecorderFault = 'denied' | 'missing' | 'unsupported';

export interface Recorder {
  /** How loud it is now, from 0 to 1. */
  level(): number;
  /** Ends it, and answers what was recorded. */
  stop(): Promise<Blob>;
  /** Ends it, and keeps nothing. */
  drop(): void;
}

interface Options {
  readonly bitsPerSecond: number;
  /** It ended by itself, as when the microphone is unplugged or another app takes it; `stop` still answers what there is. */
  onEnd(): void;
}

/** Those that most browsers can play come first. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'] as const;

export async function openRecorder(options: Options): Promise<Recorder | RecorderFault> {
  const { mediaDevices } = globalThis.navigator ?? {};
  if (!mediaDevices || !('MediaRecorder' in globalThis)) return 'unsupported';
  const sound = await mediaDevices.getUserMedia({ audio: true }).catch(faultOf);
  return typeof sound === 'string' ? sound : begin(sound, options);
}

const faultOf = (error: unknown): RecorderFault =>
  error instanceof Error && /^(NotAllowed|Security)Error$/.test(error.name) ? 'denied' : 'missing';

function begin(sound: MediaStream, { bitsPerSecond, onEnd }: Options): Recorder | RecorderFault {
  const close = (): void => sound.getTracks().forEach((track) => track.stop());
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = mimeType ? startOf(sound, { mimeType, audioBitsPerSecond: bitsPerSecond }) : null;
  if (!mimeType || !recorder) {
    close();
    return 'unsupported';
  }
  const parts: Blob[] = [];
  const meter = openMeter(sound);
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      close();
      meter.close();
      resolve();
      onEnd();
    };
  });
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  const end = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    level: meter.level,
    stop: async () => {
      end();
      await ended;
      return new Blob(parts, { type: mimeType.replace(/;.*/, '') });
    },
    drop: end,
  };
}

/** Null where it cannot record after all, as of a microphone that was unplugged meanwhile. Its events come later. */
function startOf(sound: MediaStream, options: MediaRecorderOptions): MediaRecorder | null {
  try {
    const recorder = new MediaRecorder(sound, options);
    recorder.start();
    return recorder;
  } catch {
    return null;
  }
}

/** A browser that does not tell how loud it is records all the same. */
function openMeter(sound: MediaStream): { level(): number; close(): void } {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(sound).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const level = (): number => {
      analyser.getFloatTimeDomainData(samples);
      // Speech is far below the loudest sound there can be.
      return Math.min(1, 4 * Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length));
    };
    return { level, close: () => void context.close() };
  } catch {
    return { level: () => 0, close: () => undefined };
  }
}
