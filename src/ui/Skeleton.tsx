// One line of text, or one chip, that has not come yet; widths are classes, since the policy allows no inline styles.
interface Props {
  size?: 'full' | 'long' | 'half' | 'short';
  kind?: 'text' | 'chip';
}

export function Skeleton({ size = 'full', kind = 'text' }: Props) {
  return <span className={`skeleton skeleton-${kind} skeleton-${size}`} />;
}
