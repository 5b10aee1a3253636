// Around every island: an error while it renders leaves the other islands alone, and it can be tried again.
import { Component, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { reloadPage } from '#lib/restored';
import { ErrorState } from '#ui/ErrorState';

interface Props {
  /** The island's element, whose place says how much room an error has. */
  readonly island: Element;
  readonly children: ReactNode;
}
interface State {
  readonly hasFailed: boolean;
}

export class IslandBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (): State => ({ hasFailed: true });

  override state: State = { hasFailed: false };

  private hasRetried = false;

  /** New props are a new try. */
  override componentDidUpdate(before: Props): void {
    if (before.children !== this.props.children) this.tryAgain(false);
  }

  private tryAgain(hasRetried: boolean): void {
    this.hasRetried = hasRetried;
    this.setState({ hasFailed: false });
  }

  /** A page loaded anew helps where the same would fail again. Drafts are stored as they are typed. */
  private readonly retry = (): void => {
    if (this.hasRetried) reloadPage();
    else this.tryAgain(true);
  };

  override render(): ReactNode {
    const { island, children } = this.props;
    if (!this.state.hasFailed) return children;
    // A count or a menu in a bar, which has no room for words.
    if (island.closest('a, header')) return null;
    const isPage = island.closest('main') !== null;
    return (
      <ErrorState isPage={isPage} heading={t('shell:error_text')} text={t('shell:error_safe')} onRetry={this.retry} />
    );
  }
}
