// Alerts that the member has dismissed: remembered on this device with the time, also after a logout (requirement AC10).
import { atom } from 'nanostores';
import { now } from '#lib/clock';
import { DISMISSED, readStored, storedKeys, writeStored } from '#lib/storage';

/** The time of the dismissal by the alert's name. */
export const $dismissed = atom<ReadonlyMap<string, string>>(readAll());

function readAll(): ReadonlyMap<string, string> {
  return new Map(storedKeys(DISMISSED).map((key) => [key.slice(DISMISSED.length), readStored(key) ?? '']));
}

/** Dismisses an alert. It does not return, in this tab or a later one. */
export function dismissAlert(name: string): void {
  writeStored(DISMISSED + name, now().toISOString());
  $dismissed.set(readAll());
}
