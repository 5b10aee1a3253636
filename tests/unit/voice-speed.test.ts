// How fast recordings are played.
import { expect, test } from 'vitest';
import { $voiceSpeed, nextSpeed } from '#stores/voice-speed';

test('CH37: recordings are played at three speeds, one after the other', () => {
  const seen = Array.from({ length: 4 }, () => (nextSpeed(), $voiceSpeed.get()));
  expect(seen).toEqual([1.5, 2, 1, 1.5]);
});
