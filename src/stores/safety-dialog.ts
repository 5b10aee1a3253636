// The open dialog that blocks or reports a member.
import { atom } from 'nanostores';
import type { MemberCard } from '#contract/members';
import { onSessionEnd } from './private-data.ts';

/** Names the member; a card has it. */
export type SafetySubject = Pick<MemberCard, 'id' | 'name'>;
/** The dialog that is open. `photo` or `seq` of a message narrow a report. */
export type SafetyDialog =
  | { readonly kind: 'block'; readonly member: SafetySubject }
  | { readonly kind: 'report'; readonly member: SafetySubject; readonly photo?: string; readonly seq?: number };

export const $safetyDialog = atom<SafetyDialog | null>(null);
export const askToBlock = (member: SafetySubject): void => $safetyDialog.set({ kind: 'block', member });
export const askToReport = (member: SafetySubject, part: { photo?: string; seq?: number } = {}): void =>
  $safetyDialog.set({ kind: 'report', member, ...part });
export const closeSafetyDialog = (): void => $safetyDialog.set(null);
onSessionEnd(closeSafetyDialog);
