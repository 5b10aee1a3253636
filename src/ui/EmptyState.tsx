// The state of a page or list without content.
import type { Elements } from './LoneText.tsx';
import { PageState, type PageStateProps } from './PageState.tsx';

export function EmptyState(props: PageStateProps & { action?: Elements }) {
  return <PageState {...props} />;
}
