// A small photo beside a name.
import { useState } from 'react';
import { Icon } from './Icon.tsx';
import { pictureAddress } from './Picture.tsx';

interface Props {
  /** Address of the 640 px version; null shows the icon. */
  address: string | null;
  size?: 'small' | 'medium' | 'large';
}

/** Decorative: the name is always beside it. */
export function Avatar({ address, size = 'medium' }: Props) {
  const [hasFailed, setFailed] = useState(false);
  const className = `avatar${size === 'medium' ? '' : ` avatar-${size}`}`;
  if (address === null || hasFailed) {
    return (
      <span className={className} aria-hidden="true">
        <Icon name="user" />
      </span>
    );
  }
  return (
    <img
      className={className}
      src={pictureAddress(address, 96)}
      width={96}
      height={120}
      alt=""
      onError={() => setFailed(true)}
    />
  );
}
