// Spend care in the settings, whose script is loaded once it is opened.
import { Suspense } from 'react';
import { lazyPart } from '#ui/LazyPart';
import { LoadingParts, type Part } from './Loaded.tsx';

const SpendingLimits = lazyPart(
  () => import('./SpendingLimits.tsx'),
  (module) => module.SpendingLimits,
);
const PARTS: readonly Part[] = ['text', 'field', 'field', 'text', 'button'];

export const SpendingSection = () => (
  <Suspense fallback={<LoadingParts parts={PARTS} />}>
    <SpendingLimits parts={PARTS} />
  </Suspense>
);
