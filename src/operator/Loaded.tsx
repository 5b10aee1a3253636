// What was asked for, once it is here; until then that it loads, or why it failed.
import type { ReactNode } from 'react';
import { t } from '#lib/i18n';
import { ErrorState } from '#ui/ErrorState';
import { type Asked, failureText } from './asked.ts';
import { Waiting } from './Waiting.tsx';

interface Props<T> {
  asked: Asked<T>;
  onRetry: () => void;
  children: (value: T) => ReactNode;
}

export function Loaded<T>({ asked, onRetry, children }: Props<T>) {
  if (asked.state === 'loading') return <Waiting />;
  if (asked.state === 'ready') return children(asked.value);
  return <ErrorState heading={t('shell:error_heading')} text={failureText(asked.error)} onRetry={onRetry} />;
}
