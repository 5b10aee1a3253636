// Nothing here: a drawing, a sentence, one thing to do.
import type { ReactNode } from 'react';
import { PageState, type PageStateProps } from './PageState.tsx';

export function EmptyState(props: PageStateProps & { action?: ReactNode }) {
  return <PageState {...props} />;
}
