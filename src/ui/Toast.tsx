// A toast, at most 350 px wide (requirement SI36).
import type { ReactNode } from 'react';
import { t } from '#lib/i18n';
import { Icon } from './Icon.tsx';

type Tone = 'success' | 'warning' | 'danger';

interface Props {
  children: ReactNode;
  tone?: Tone;
  /** Without it the toast goes by itself. */
  onClose?: () => void;
}

export function Toast({ children, tone = 'success', onClose }: Props) {
  return (
    <div className={`toast${tone === 'success' ? '' : ` toast-${tone}`}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={tone === 'success' ? 'check' : 'alert'} />
      <p>{children}</p>
      {onClose && (
        <button className="round" type="button" aria-label={t('shell:close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** The container of toasts, above everything but dialogs. */
export function Toasts({ children }: { children: ReactNode }) {
  return <div className="toasts">{children}</div>;
}
