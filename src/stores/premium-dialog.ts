// The open dialog that says what only Premium members can do; any page opens it instead of a dead button (decisions B13).
import { atom } from 'nanostores';
import { onSessionEnd } from './private-data.ts';

/** What needed Premium. The texts of each are `premium_<reason>` of the shell. */
export type PremiumReason = 'conversations' | 'private_photos' | 'own_photos';
/** `partner` is the member whose chat waits meanwhile. */
export interface PremiumDialog {
  readonly reason: PremiumReason;
  readonly partner: string | null;
}

export const $premiumDialog = atom<PremiumDialog | null>(null);
export const explainPremium = (reason: PremiumReason, partner: string | null = null): void =>
  $premiumDialog.set({ reason, partner });
export const closePremiumDialog = (): void => $premiumDialog.set(null);
onSessionEnd(closePremiumDialog);
