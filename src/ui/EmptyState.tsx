// The state of a page or list without content.
import type { ReactNode } from 'react';
import { PageState, type PageStateProps } from './PageState.tsx';

export function EmptyState(props: PageStateProps & { action?: ReactNode }) {
  return <PageState {...props} />;
}
