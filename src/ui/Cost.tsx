// What something costs, in credits and about how much money; it stands on the button that spends them.
import { t } from '#lib/i18n';

interface Props {
  credits: number;
  /** About how much that is, in words; null while it is not known. */
  money: string | null;
}

export function Cost({ credits, money }: Props) {
  if (credits === 0) return null;
  return <span className="btn-note">{[t('shell:cost', { count: credits }), money].filter(Boolean).join(', ')}</span>;
}
