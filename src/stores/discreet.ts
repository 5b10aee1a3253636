// Whether the app on this device has the discreet icon and name (src/domain/discreet.ts).
import { atom } from 'nanostores';
import { readStored, writeStored } from '#lib/storage';

/** `src/layouts/inline/members.js` reads it before the browser reads the manifest. */
const DISCREET = 'discreet';

export const $isDiscreet = atom(readStored(DISCREET) !== null);

export function switchDiscreet(isOn: boolean): void {
  writeStored(DISCREET, isOn ? '1' : null);
  $isDiscreet.set(isOn);
}
