// The skeleton of a line of text or a chip. Widths are classes, since the Content Security Policy forbids inline styles.
interface Props {
  size?: 'full' | 'long' | 'half' | 'short';
  kind?: 'text' | 'chip';
}

export function Skeleton({ size = 'full', kind = 'text' }: Props) {
  return <span className={`skeleton skeleton-${kind} skeleton-${size}`} />;
}
