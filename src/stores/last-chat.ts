// The member whose chat was opened last on this device, and when (requirement CH8).
import { now } from '#lib/clock';
import { readStored, writeStored } from '#lib/storage';
import { onSessionEnd } from './private-data.ts';
import { $user, storagePrefix } from './session.ts';

interface LastChat {
  readonly profile: string;
  readonly at: string;
}

const storageKey = (): string => storagePrefix('last-chat', $user.get()?.id ?? '');

/** Opened before the user was known, as when a page loads. */
let waiting: LastChat | null = null;
onSessionEnd(() => (waiting = null));
$user.listen(save);

export function rememberChat(profile: string): void {
  waiting = { profile, at: now().toISOString() };
  save();
}

function save(): void {
  if (!waiting || !$user.get()) return;
  writeStored(storageKey(), JSON.stringify(waiting));
  waiting = null;
}

export function readLastChat(): LastChat | null {
  try {
    const value: unknown = JSON.parse(readStored(storageKey()) ?? 'null');
    return isLastChat(value) ? value : null;
  } catch {
    return null;
  }
}

const isLastChat = (value: unknown): value is LastChat =>
  typeof value === 'object' && value !== null && 'profile' in value && 'at' in value;
