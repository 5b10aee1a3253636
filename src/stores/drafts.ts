// What a member has written and not yet sent, kept on the device per account and partner until it is sent or they log out.
import { writeStored, readStored, storedKeys } from '#lib/storage';
import { $user, storedFor } from './session.ts';

/** `client_id` makes the text one message however often it is sent, before and after paying. */
export interface Draft {
  readonly text: string;
  readonly client_id: string;
}
/** A message that was sent and not yet confirmed by the server; `at` is when, `code` why it failed. */
export interface Unsent extends Draft {
  readonly at: string;
  readonly code: string | null;
}

const nameOf = (kind: 'draft' | 'unsent', partner: string): string => storedFor(kind, $user.get()?.id ?? '') + partner;

/** The draft to that partner; empty when there is none. */
export function readDraft(partner: string): Draft {
  return read(nameOf('draft', partner), isDraft) ?? { text: '', client_id: crypto.randomUUID() };
}

/** Keeps the draft; an empty one is forgotten. */
export function saveDraft(partner: string, draft: Draft): void {
  writeStored(nameOf('draft', partner), draft.text === '' ? null : JSON.stringify(draft));
}

/** What was sent to that partner and not confirmed, oldest first. Each has a name of its own, so that two tabs lose nothing. */
export function readUnsent(partner: string): Unsent[] {
  return storedKeys(`${nameOf('unsent', partner)}:`)
    .flatMap((name) => read(name, isUnsent) ?? [])
    .sort((a, b) => a.at.localeCompare(b.at));
}

export const saveUnsent = (partner: string, unsent: Unsent): void =>
  writeStored(`${nameOf('unsent', partner)}:${unsent.client_id}`, JSON.stringify(unsent));

export const removeUnsent = (partner: string, clientId: string): void =>
  writeStored(`${nameOf('unsent', partner)}:${clientId}`, null);

function read<T>(name: string, is: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(readStored(name) ?? 'null');
    return is(value) ? value : null;
  } catch {
    return null;
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'text' in value && 'client_id' in value;
const isUnsent = (value: unknown): value is Unsent => isDraft(value) && 'at' in value && 'code' in value;
