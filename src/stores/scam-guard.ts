// The scam guard of the conversations: its rules, loaded when needed, and what the member has answered it on this device.
import { atom } from 'nanostores';
import type { ScamTopic } from '#domain/scam-guard';
import { readStored, writeStored } from '#lib/storage';
import { $user, storagePrefix } from './session.ts';
import type { ScamRules } from './scam-rules.ts';
import { $siteSettings } from './site-settings.ts';

/** Null until loaded, and where the brand has no scam guard; without them nothing is asked. */
export const $scamRules = atom<ScamRules | null>(null);
/** Whether the rules have the words of the brand; until then they are asked for with each chat that is opened. */
let hasChanges = false;

export async function loadScamRules(): Promise<void> {
  if (!$siteSettings.get().scam_guard || ($scamRules.get() && hasChanges)) return;
  const rules = await import('./scam-rules.ts').catch(() => null);
  if (!rules) return;
  if (!$scamRules.get()) $scamRules.set(rules.rulesWith([]));
  const changes = await rules.readChanges();
  hasChanges = changes !== null;
  if (changes && changes.length > 0) $scamRules.set(rules.rulesWith(changes));
}

/** Counts the answers that are given in this tab. */
export const $answered = atom(0);

/** What one is asked about a partner once: to `send` or `read` words on a topic. A message that was `reported` says so. */
type Answer = `${'send' | 'read'} ${ScamTopic}` | `reported ${number}`;

const storageKey = (partner: string): string => storagePrefix('scam', $user.get()?.id ?? '') + partner;

const answersOf = (partner: string): string[] => readStored(storageKey(partner))?.split(',') ?? [];

export const isAnswered = (partner: string, given: Answer): boolean => answersOf(partner).includes(given);

export function answer(partner: string, ...given: readonly Answer[]): void {
  writeStored(storageKey(partner), [...new Set([...answersOf(partner), ...given])].join());
  $answered.set($answered.get() + 1);
}

/** The topic that the member is asked about before a text is sent; null when there is none, or it was answered before. */
export function topicToConfirm(text: string, partner: string): ScamTopic | null {
  const topic = $scamRules.get()?.scamTopic(text) ?? null;
  return topic && !isAnswered(partner, `send ${topic}`) ? topic : null;
}

/** The topic that the reader of a message is asked about; null when there is none, or it was answered before. */
export function topicToReport(text: string, partner: string, seq: number): ScamTopic | null {
  const loaded = $scamRules.get();
  const topic = loaded?.scamTopic(text) ?? null;
  return topic && loaded?.mayBother(topic, seq) && !isAnswered(partner, `read ${topic}`) ? topic : null;
}
