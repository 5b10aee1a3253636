// Draws the content of a section once its data has loaded; until then a skeleton about as high, so that the rows below stay where they
// are, and after a failure a retry.
import { Fragment, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { ErrorState } from '#ui/ErrorState';
import { Skeleton } from '#ui/Skeleton';

/** What a section has when it has loaded. */
const PARTS = {
  line: (
    <p>
      <Skeleton size="long" />
    </p>
  ),
  text: (
    <p>
      <Skeleton size="long" />
      <Skeleton size="half" />
    </p>
  ),
  switch: (
    <span className="switch-row">
      <span>
        <Skeleton size="half" />
        <Skeleton size="long" />
        <Skeleton size="long" />
      </span>
    </span>
  ),
  field: (
    <span className="field">
      <span className="field-label">
        <Skeleton size="half" />
      </span>
      <span className="input skeleton" />
    </span>
  ),
  button: <Skeleton kind="chip" />,
} as const;
export type Part = keyof typeof PARTS;

type State =
  { readonly state: 'loading' } | { readonly state: 'ready' } | { readonly state: 'failed'; readonly code: string };

interface Props<S extends State> {
  shown: S;
  /** What there will be, from top to bottom. */
  parts: readonly Part[];
  onRetry: () => void;
  children: (ready: Extract<S, { state: 'ready' }>) => ReactNode;
}

export function Loaded<S extends State>({ shown, parts, onRetry, children }: Props<S>) {
  if (shown.state === 'ready') return children(shown as Extract<S, { state: 'ready' }>);
  if (shown.state === 'failed')
    return <ErrorState heading={t('settings:failed_heading')} text={errorText(shown.code)} onRetry={onRetry} />;
  return <LoadingParts parts={parts} />;
}

export const LoadingParts = ({ parts }: { parts: readonly Part[] }) => (
  <div aria-busy="true">
    <p className="visually-hidden">{t('shell:loading')}</p>
    <div className="stack" aria-hidden="true">
      {parts.map((part, at) => (
        <Fragment key={at}>{PARTS[part]}</Fragment>
      ))}
    </div>
  </div>
);
