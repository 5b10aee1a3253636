// The open dialog that blocks or reports a member, or asks which of the two.
import { atom } from 'nanostores';
import type { MemberCard } from '#contract/members';
import { onSessionEnd } from './private-data.ts';

/** Names the member; a card has it. */
export type SafetySubject = Pick<MemberCard, 'id' | 'name'>;
/**
 * The dialog that is open. `photo` or `seq` of a message narrow a report. Of a member who is blocked on a card, which then goes, the dialog
 * takes the block back.
 */
export type SafetyDialog =
  | { readonly kind: 'card'; readonly member: SafetySubject }
  | { readonly kind: 'blocked'; readonly member: SafetySubject }
  | { readonly kind: 'block'; readonly member: SafetySubject; readonly isOfCard?: true }
  | { readonly kind: 'report'; readonly member: SafetySubject; readonly photo?: string; readonly seq?: number };

export const $safetyDialog = atom<SafetyDialog | null>(null);
export const askToBlock = (member: SafetySubject): void => $safetyDialog.set({ kind: 'block', member });
export const openCardMenu = ({ id, name }: SafetySubject): void =>
  $safetyDialog.set({ kind: 'card', member: { id, name } });
export const askToBlockOfCard = (member: SafetySubject): void =>
  $safetyDialog.set({ kind: 'block', member, isOfCard: true });
export const offerUnblock = (member: SafetySubject): void => $safetyDialog.set({ kind: 'blocked', member });
export const askToReport = (member: SafetySubject, part: { photo?: string; seq?: number } = {}): void =>
  $safetyDialog.set({ kind: 'report', member, ...part });
export const closeSafetyDialog = (): void => $safetyDialog.set(null);
onSessionEnd(closeSafetyDialog);
