// The dialogs that can open on any page of the members area, each loaded when it is needed.
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $hasLikeNews } from '#stores/match';
import { $premiumDialog } from '#stores/premium-dialog';
import { $safetyDialog } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import type { Reminder } from './use-activation-reminder.ts';

const ActivationDialog = lazy(() =>
  import('./ActivationDialog.tsx').then((module) => ({ default: module.ActivationDialog })),
);
const LikeNews = lazy(() => import('./LikeNews.tsx').then((module) => ({ default: module.LikeNews })));
const TermsDialog = lazy(() => import('./TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })));
const SafetyDialogs = lazy(() => import('./SafetyDialogs.tsx').then((module) => ({ default: module.SafetyDialogs })));
const PremiumDialog = lazy(() => import('./PremiumDialog.tsx').then((module) => ({ default: module.PremiumDialog })));

export function Overlays({ reminder }: { reminder: Reminder }) {
  const areTermsDue = useStore($user)?.terms_due === true;
  const hasLikeNews = useStore($hasLikeNews);
  const isSafetyOpen = useStore($safetyDialog) !== null;
  const isPremiumOpen = useStore($premiumDialog) !== null;
  return (
    <>
      <Suspense>{hasLikeNews && <LikeNews />}</Suspense>
      <Suspense>{reminder.form === 'modal' && <ActivationDialog onClose={reminder.close} />}</Suspense>
      <Suspense>{areTermsDue && <TermsDialog />}</Suspense>
      <Suspense>{isSafetyOpen && <SafetyDialogs />}</Suspense>
      <Suspense>{isPremiumOpen && <PremiumDialog />}</Suspense>
    </>
  );
}
