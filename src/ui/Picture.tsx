// A member's photo in a responsive size, with a silhouette if there is none or it fails to load.
import { useState } from 'react';

/** Widths of pictures within a page, of which an address names the widest; over the whole screen there is one of 1280 pixels. */
const WIDTHS = [96, 320, 640] as const;

/** The same picture in another width, e.g. `pictureAddress('/p/a-640.webp', 96)` → `/p/a-96.webp`. */
export const pictureAddress = (address: string, width: (typeof WIDTHS)[number] | 1280): string =>
  address.replace(/-640\.(?=\w+$)/, `-${width}.`);

interface Props {
  /** Address of the 640 px version; null when the member has no picture. */
  address: string | null;
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Pictures on the first screen load eagerly, the others lazily. */
  isFirst?: boolean;
}

const Silhouette = () => (
  <svg viewBox="0 0 80 100" preserveAspectRatio="xMidYMax slice">
    <circle cx="40" cy="41" r="17" />
    <path d="M4 100c1-25 15-36 36-36s35 11 36 36z" />
  </svg>
);

export function Picture({ address, alt, sizes, isFirst }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address === null || failed === address) {
    return (
      <span className="no-photo" {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
        <Silhouette />
      </span>
    );
  }
  return (
    <img
      src={pictureAddress(address, 320)}
      srcSet={WIDTHS.map((width) => `${pictureAddress(address, width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={640}
      height={800}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
}
