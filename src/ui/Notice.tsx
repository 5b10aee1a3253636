// A permanent notice in the page: information, warning or error.
import type { ReactNode } from 'react';
import { t } from '#lib/i18n';
import { Icon, type IconName } from './Icon.tsx';

type Tone = 'attention' | 'warning' | 'danger' | 'success' | 'fictional';
const icons: Readonly<Record<Tone, IconName>> = {
  attention: 'info',
  warning: 'alert',
  danger: 'alert',
  success: 'check',
  fictional: 'masks',
};

interface Props {
  children: ReactNode;
  tone?: Tone;
  /** Adds a button that dismisses the notice. */
  onClose?: () => void;
}

export function Notice({ children, tone = 'attention', onClose }: Props) {
  const className = `notice${tone === 'danger' || tone === 'success' ? ` notice-${tone}` : ''}`;
  return (
    <div className={className} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
      {onClose && (
        <button className="round notice-close" type="button" aria-label={t('shell:close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
