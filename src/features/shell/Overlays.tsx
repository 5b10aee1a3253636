// The dialogs that answer what the member does on any page of the members area, each loaded when it is needed.
import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { $hasLikeNews } from '#stores/match';
import { $premiumDialog, closePremiumDialog } from '#stores/premium-dialog';
import { $safetyDialog, closeSafetyDialog } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { lazyExtra, lazyPart } from '#ui/LazyPart';

const LikeNews = lazyExtra(
  () => import('./LikeNews.tsx'),
  (module) => module.LikeNews,
);
const TermsDialog = lazyPart(
  () => import('./TermsDialog.tsx'),
  (module) => module.TermsDialog,
);
const SafetyDialogs = lazyPart(
  () => import('./SafetyDialogs.tsx'),
  (module) => module.SafetyDialogs,
);
const PremiumDialog = lazyPart(
  () => import('./PremiumDialog.tsx'),
  (module) => module.PremiumDialog,
);

export function Overlays() {
  const areTermsDue = useStore($user)?.terms_due === true;
  const hasLikeNews = useStore($hasLikeNews);
  const isSafetyOpen = useStore($safetyDialog) !== null;
  const isPremiumOpen = useStore($premiumDialog) !== null;
  return (
    <>
      <Suspense>{hasLikeNews && <LikeNews />}</Suspense>
      <Suspense>{areTermsDue && <TermsDialog />}</Suspense>
      <Suspense>{isSafetyOpen && <SafetyDialogs onClose={closeSafetyDialog} />}</Suspense>
      <Suspense>{isPremiumOpen && <PremiumDialog onClose={closePremiumDialog} />}</Suspense>
    </>
  );
}
