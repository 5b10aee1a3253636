// A small count: unread in the niche's unread colour, credits in amber.
interface Props {
  count: number;
  /** What is counted, for those who cannot see where the badge sits. */
  label?: string;
  tone?: 'unread' | 'amber' | 'danger' | 'primary';
  cap?: number;
}

export function Badge({ count, label, tone = 'unread', cap = 99 }: Props) {
  const shown = count > cap ? `${cap}+` : String(count);
  return (
    <span className={`badge${tone === 'unread' ? '' : ` badge-${tone}`}`}>
      <span aria-hidden={label ? true : undefined}>{shown}</span>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
