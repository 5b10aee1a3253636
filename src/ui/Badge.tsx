// A badge with a count.
interface Props {
  count: number;
  /** For screen readers: what is counted. */
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
