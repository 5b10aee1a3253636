// Drafts and unsent messages, stored on the device per account and partner until they are sent or the member logs out.
import { atom } from 'nanostores';
import type { GiftId, Quote } from '#contract/chats';
import { writeStored, readStored, storedKeys } from '#lib/storage';
import { $user, storagePrefix } from './session.ts';

/** `client_id` identifies the message: the server sends it once, across retries, before and after paying. */
export interface Draft {
  readonly text: string;
  readonly client_id: string;
  /** The message that it answers. */
  readonly quote?: Quote;
}
/** A message that the server has not confirmed; `at` is when it was sent, `code` why it failed. */
export interface Unsent extends Draft {
  /** Given instead of a text. */
  readonly gift?: GiftId;
  readonly at: string;
  readonly code: string | null;
}

const storageKey = (kind: 'draft' | 'unsent', partner: string): string =>
  storagePrefix(kind, $user.get()?.id ?? '') + partner;

/** The draft for a partner; empty when none is stored. */
export function readDraft(partner: string): Draft {
  return read(storageKey('draft', partner), isDraft) ?? { text: '', client_id: crypto.randomUUID() };
}

/** Stores the draft; an empty one is deleted. */
export function saveDraft(partner: string, draft: Draft): void {
  writeStored(storageKey('draft', partner), draft.text === '' && !draft.quote ? null : JSON.stringify(draft));
}

/** Unconfirmed messages to a partner, oldest first. Each has its own storage key, so that two tabs cannot overwrite each other. */
export function readUnsent(partner: string): Unsent[] {
  return storedKeys(`${storageKey('unsent', partner)}:`)
    .flatMap((name) => read(name, isUnsent) ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Counts the messages that this tab has sent. */
export const $sent = atom(0);

/** Counts the changes of unsent messages in this tab. */
export const $unsentChanges = atom(0);

/** The partners of the unsent messages on the device. */
export function partnersOfUnsent(): string[] {
  const prefix = storageKey('unsent', '');
  return [...new Set(storedKeys(prefix).map((name) => name.slice(prefix.length).split(':')[0] ?? ''))];
}

export const saveUnsent = (partner: string, unsent: Unsent): void =>
  writeUnsent(partner, unsent.client_id, JSON.stringify(unsent));

export const removeUnsent = (partner: string, clientId: string): void => writeUnsent(partner, clientId, null);

function writeUnsent(partner: string, clientId: string, value: string | null): void {
  writeStored(`${storageKey('unsent', partner)}:${clientId}`, value);
  $unsentChanges.set($unsentChanges.get() + 1);
}

function read<T>(name: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(readStored(name) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'text' in value && 'client_id' in value;
const isUnsent = (value: unknown): value is Unsent => isDraft(value) && 'at' in value && 'code' in value;
