// How fast recordings are played, for all of them until the page is left.
import { atom } from 'nanostores';

const SPEEDS = [1, 1.5, 2] as const;
export const $voiceSpeed = atom<(typeof SPEEDS)[number]>(1);

export const nextSpeed = (): void =>
  $voiceSpeed.set(SPEEDS[(SPEEDS.indexOf($voiceSpeed.get()) + 1) % SPEEDS.length] ?? 1);
