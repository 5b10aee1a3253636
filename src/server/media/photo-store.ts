// The files of photos and recordings, and what makes them: one picture after the other, since it takes much memory.
import { fairTurns, type FairTurns } from './fair-turns.ts';
import type { PhotoFiles } from './photo-files.ts';
import { openVoiceReader, type VoiceReader } from './remux-apart.ts';
import { uploadPlaces, type UploadPlaces } from './upload-places.ts';

export interface PhotoStore extends PhotoFiles {
  /** Makes one picture at a time; members take turns. */
  readonly turns: FairTurns;
  /** Those of recordings, so that one which is read for long keeps no photo waiting. */
  readonly voiceTurns: FairTurns;
  readonly places: UploadPlaces;
  readonly voices: VoiceReader;
  /** Counts bytes that are held in memory; false when they would be too many. Give them back with `release`. */
  hold(bytes: number): boolean;
  release(bytes: number): void;
}

/** Bytes of uploads in memory, of all members together. */
const MAX_HELD = 150_000_000;

export function openPhotoStore(files: PhotoFiles): PhotoStore {
  let held = 0;
  return {
    ...files,
    turns: fairTurns(),
    voiceTurns: fairTurns(),
    places: uploadPlaces(),
    voices: openVoiceReader(),
    hold(bytes) {
      if (held + bytes > MAX_HELD) return false;
      held += bytes;
      return true;
    },
    release: (bytes) => void (held -= bytes),
  };
}
