// A recorder without a microphone; `microphone` says what it answers and whether it is on.
import type { Recorder, RecorderFault } from '#lib/recorder';
import { recording } from './recordings.ts';

export const microphone = {
  asked: Promise.resolve(),
  fault: null as RecorderFault | null,
  isOn: false,
  unplug: (): void => undefined,
  sound: await recording({ seconds: 3 }),
};

export async function openRecorder({ onEnd }: { onEnd: () => void }): Promise<Recorder | RecorderFault> {
  await microphone.asked;
  if (microphone.fault) return microphone.fault;
  microphone.isOn = true;
  microphone.unplug = onEnd;
  const end = (): void => void (microphone.isOn = false);
  const stop = (): Promise<Blob> => (end(), Promise.resolve(new Blob([microphone.sound], { type: 'audio/webm' })));
  return { level: () => 0.5, stop, drop: end };
}
