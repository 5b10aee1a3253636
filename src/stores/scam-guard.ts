// The scam guard of the conversations: its rules, loaded when needed, and what the member has answered it.
import { atom } from 'nanostores';
import type { ScamTopic } from '#domain/scam-guard';
import { onSessionEnd } from './private-data.ts';
import type { ScamRules } from './scam-rules.ts';
import { $siteSettings } from './site-settings.ts';

/** Null until loaded, and where the brand has no scam guard; without them nothing is asked. */
export const $scamRules = atom<ScamRules | null>(null);

export async function loadScamRules(): Promise<void> {
  if ($scamRules.get() || !$siteSettings.get().scam_guard) return;
  const rules = await import('./scam-rules.ts').catch(() => null);
  if (!rules) return;
  $scamRules.set(rules.rulesWith([]));
  const changes = await rules.readChanges();
  if (changes.length > 0) $scamRules.set(rules.rulesWith(changes));
}

/** What has been answered since the page was loaded: messages that are fine, and topics the member wants to write about to a partner. */
export const $answered = atom<ReadonlySet<string>>(new Set());
export const answer = (key: string): void => $answered.set(new Set($answered.get()).add(key));
onSessionEnd(() => $answered.set(new Set()));

/** The topic that the member is asked about before a text is sent; null when there is none, or it was answered before. */
export function topicToConfirm(text: string, partner: string): ScamTopic | null {
  const topic = $scamRules.get()?.scamTopic(text) ?? null;
  return topic && !$answered.get().has(`${partner} ${topic}`) ? topic : null;
}

/** The topic that the reader of a message is asked about; null when there is none, or it was answered before. */
export function topicToReport(text: string, partner: string, seq: number): ScamTopic | null {
  const loaded = $scamRules.get();
  const topic = loaded?.scamTopic(text) ?? null;
  return topic && loaded?.mayBother(topic, seq) && !$answered.get().has(`${partner} ${seq}`) ? topic : null;
}
