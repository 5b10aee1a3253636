// A member's photos over the whole screen, with a button that reports the one that is shown.
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { photoViewerTexts } from '#lib/photo-viewer-texts';
import { askToReport } from '#stores/safety-dialog';
import { $user } from '#stores/session';
import { Icon } from '#ui/Icon';
import { PhotoViewer, type ViewerPhoto } from '#ui/PhotoViewer';
import { LockedPhoto } from './LockedPhoto.tsx';

interface Props {
  isOpen: boolean;
  photos: readonly ViewerPhoto[];
  current: string;
  /** Whose photos they are. */
  card: MemberCard;
  onChange: (id: string) => void;
  onClose: () => void;
}

export function ProfilePhotoViewer({ isOpen, photos, current, card, onChange, onClose }: Props) {
  const texts = useMemo(photoViewerTexts, []);
  const isLocked = photos.find(({ id }) => id === current)?.address === null;
  return (
    <PhotoViewer
      isOpen={isOpen}
      label={t('members:photo_of', { name: card.name })}
      photos={photos}
      current={current}
      texts={texts}
      locked={<LockedPhoto />}
      tool={isLocked ? null : <ReportButton key="report" card={card} photo={current} onClose={onClose} />}
      onChange={onChange}
      onClose={onClose}
    />
  );
}

/** Not for visitors, and not for one's own photos. */
function ReportButton({ card, photo, onClose }: { card: MemberCard; photo: string; onClose: () => void }) {
  const user = useStore($user);
  if (!user || user.id === card.id) return null;
  const press = (): void => {
    onClose();
    askToReport(card, { photo });
  };
  return (
    <button className="round" type="button" aria-label={t('safety:report_photo')} onClick={press}>
      <Icon name="flag" />
    </button>
  );
}
