// How many uploads of an address are under way: one address never holds most of the memory of all.

/** With photos of the largest size two fifths of the memory (src/server/media/photo-store.ts). Members of a mobile network may share an address. */
const MOST_OF_ADDRESS = 6;

export interface UploadPlaces {
  /** False when as many uploads of the address are under way already. Give the place back with `leave`. */
  enter(address: string): boolean;
  leave(address: string): void;
}

export function uploadPlaces(): UploadPlaces {
  const taken = new Map<string, number>();
  return {
    enter(address) {
      const count = taken.get(address) ?? 0;
      if (count >= MOST_OF_ADDRESS) return false;
      taken.set(address, count + 1);
      return true;
    },
    leave(address) {
      const count = (taken.get(address) ?? 0) - 1;
      if (count > 0) taken.set(address, count);
      else taken.delete(address);
    },
  };
}
