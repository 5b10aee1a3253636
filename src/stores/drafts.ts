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

/** Where this tab keeps its draft for a partner, after their storage key, and the draft's id there. */
const places = new Map<string, { readonly place: string; readonly id: string | null }>();

/** A draft for a partner; empty when none is stored. Several tabs may have left one each. */
export function readDraft(partner: string): Draft {
  const key = storageKey('draft', partner);
  const own = key + (places.get(key)?.place ?? '');
  for (const name of [own, ...storedKeys(key).sort()]) {
    const draft = read(name, isDraft);
    if (!draft) continue;
    places.set(key, { place: name.slice(key.length), id: draft.client_id });
    return draft;
  }
  places.delete(key);
  return { text: '', client_id: crypto.randomUUID() };
}

/** Stores the draft; an empty one is deleted. What another tab has stored meanwhile stays beside it. */
export function saveDraft(partner: string, draft: Draft): void {
  const key = storageKey('draft', partner);
  const own = places.get(key) ?? { place: '', id: null };
  const stored = read(key + own.place, isDraft);
  const place = stored && stored.client_id !== own.id ? `:${crypto.randomUUID()}` : own.place;
  const isEmpty = draft.text === '' && !draft.quote;
  writeStored(storageKey('draft', partner) + place, isEmpty ? null : JSON.stringify(draft));
  places.set(key, { place, id: isEmpty ? null : draft.client_id });
}

export const quoting = (quote: Quote | null | undefined): Pick<Draft, 'quote'> => (quote ? { quote } : {});

/**
 * A draft with refused texts before it. A single text keeps its client_id, so that a second send, here or in another tab, is the same
 * message; joined texts are a new message.
 */
export function withReturned(refused: readonly Unsent[], since: Draft): Draft {
  const texts = refused.filter(({ gift }) => !gift);
  const [first] = texts;
  if (!first) return since;
  const text = [...texts.map((each) => each.text), since.text].filter((each) => each !== '').join('\n\n');
  const quote = first.quote ?? since.quote;
  const isSame = text === first.text && quote === first.quote;
  return { ...quoting(quote), text, client_id: isSame ? first.client_id : crypto.randomUUID() };
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
