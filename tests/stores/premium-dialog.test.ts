// The premium alert: what opens it, and that it does not outlive the session.
import { expect, test } from 'vitest';
import { clearPrivateData } from '#stores/private-data';
import { $premiumDialog, closePremiumDialog, explainPremium } from '#stores/premium-dialog';

test('CR22 DB13: the alert says what needed Premium and keeps whose chat waits; it closes and ends with the session', () => {
  explainPremium('conversations', 'some member');
  expect($premiumDialog.get()).toEqual({ reason: 'conversations', partner: 'some member' });
  explainPremium('private_photos');
  expect($premiumDialog.get()).toEqual({ reason: 'private_photos', partner: null });
  closePremiumDialog();
  expect($premiumDialog.get()).toBeNull();
  explainPremium('own_photos');
  clearPrivateData();
  expect($premiumDialog.get()).toBeNull();
});
