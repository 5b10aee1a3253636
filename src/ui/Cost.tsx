// The price of an action in credits and approximate money, shown on its button.
import { t } from '#lib/i18n';

interface Props {
  credits: number;
  /** The approximate price as text; null while it is not known. */
  money: string | null;
}

export function Cost({ credits, money }: Props) {
  if (credits === 0) return null;
  return <span className="btn-note">{[t('shell:cost', { count: credits }), money].filter(Boolean).join(', ')}</span>;
}
