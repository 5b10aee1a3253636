// The strip of thumbnails below the large photo; locked photos show a lock.
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';

interface StripPhoto {
  readonly id: string;
  /** Null when the viewer may not see it. */
  readonly address: string | null;
  /** A small and blurred form of a photo that the viewer may not see. */
  readonly locked: string | null;
  readonly label: string;
}

interface Props {
  label: string;
  photos: readonly StripPhoto[];
  current: string | null;
  onChoose: (id: string) => void;
}

export function PhotoStrip({ label, photos, current, onChoose }: Props) {
  return (
    <ul className="strip" aria-label={label}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <button
            className="strip-item"
            type="button"
            aria-label={photo.label}
            aria-current={photo.id === current || undefined}
            onClick={() => onChoose(photo.id)}
          >
            {photo.address === null ? (
              <LockedItem preview={photo.locked} />
            ) : (
              <Picture address={photo.address} alt="" sizes="128px" />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const LockedItem = ({ preview }: { preview: string | null }) => (
  <>
    {preview && <img className="strip-locked" src={preview} alt="" width={32} height={40} loading="lazy" />}
    <Icon name="lock" />
  </>
);
