// The grid of one's own photos: moved by dragging or with the arrow keys, each with a menu of what can be done.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { OwnPhoto } from '#contract/photos';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { removePhoto } from '#stores/photos';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Modal } from '#ui/Modal';
import { Picture } from '#ui/Picture';
import { Tag } from '#ui/Tag';
import { PhotoMenu } from './PhotoMenu.tsx';
import { type PhotoHandle, usePhotoSort } from './use-photo-sort.ts';

const SIZES = '(min-width: 576px) 200px, 45vw';

export function PhotoGrid({ photos }: { photos: readonly OwnPhoto[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { dragged, handleOf } = usePhotoSort(list, photos);
  const [doomed, setDoomed] = useState<string | null>(null);
  const [place, setPlace] = useState('');
  const total = photos.length;
  const tell = (number: number): void => setPlace(t('photos:moved', { number, total }));
  const gone = useRef<number | null>(null);
  const remove = (id: string): void => {
    gone.current = photos.findIndex((photo) => photo.id === id);
    void removePhoto(id);
  };
  // The focus would be lost with the photo: the next one takes it, or the button that adds one.
  useEffect(() => {
    if (gone.current === null) return;
    const menus = list.current?.querySelectorAll('summary');
    const add = list.current?.parentElement?.querySelector<HTMLElement>('.own-photos-add button');
    (menus?.[Math.min(gone.current, menus.length - 1)] ?? add)?.focus();
    gone.current = null;
  }, [total]);
  return (
    <>
      <ul ref={list} className="own-photo-grid">
        {photos.map((photo, at) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            number={at + 1}
            total={total}
            isDragged={dragged === photo.id}
            handle={handleOf(photo.id, at, tell)}
            onMoved={tell}
            onRemove={() => setDoomed(photo.id)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {place}
      </p>
      <RemoveDialog photo={doomed} onRemove={remove} onClose={() => setDoomed(null)} />
    </>
  );
}

interface TileProps {
  photo: OwnPhoto;
  number: number;
  total: number;
  isDragged: boolean;
  handle: PhotoHandle;
  onMoved: (number: number) => void;
  onRemove: () => void;
}

function PhotoTile({ photo, number, total, isDragged, handle, onMoved, onRemove }: TileProps) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const place = { number, total };
  return (
    <li className={`own-photo${isDragged ? ' is-dragged' : ''}`} data-photo={photo.id}>
      <div className="own-photo-frame">
        <Picture address={prefix + photo.match} alt={t('photos:photo', place)} sizes={SIZES} />
      </div>
      <div className="own-photo-bar">
        {total > 1 && (
          <button className="round" type="button" aria-label={t('photos:handle', place)} {...handle}>
            <Icon name="grip" />
          </button>
        )}
        <PhotoMenu photo={photo} number={number} total={total} onMoved={onMoved} onRemove={onRemove} />
      </div>
      <PhotoMarks photo={photo} />
    </li>
  );
}

function PhotoMarks({ photo: { main, private: isPrivate, status, reason, appeal, ai } }: { photo: OwnPhoto }) {
  return (
    <>
      <div className="own-photo-marks">
        {main && <Tag tone="good">{t('photos:main')}</Tag>}
        {isPrivate && (
          <Tag>
            <Icon name="lock" />
            <span>{t('photos:private')}</span>
          </Tag>
        )}
        {ai && <Tag>{t('members:ai')}</Tag>}
        {status === 'pending' && <Tag tone="attention">{t('photos:pending')}</Tag>}
        {status === 'rejected' && <Tag tone="bad">{t('photos:rejected')}</Tag>}
      </div>
      {status === 'rejected' && (
        <p className="field-note">{t(`photos:reason_${reason === null || reason === 'other' ? 'rules' : reason}`)}</p>
      )}
      {appeal !== null && <a href={`${linkTo('appeal')}?token=${appeal}`}>{t('shell:title_appeal')}</a>}
    </>
  );
}

interface DialogProps {
  photo: string | null;
  onRemove: (id: string) => void;
  onClose: () => void;
}

function RemoveDialog({ photo, onRemove, onClose }: DialogProps) {
  const remove = (): void => {
    if (photo !== null) onRemove(photo);
    onClose();
  };
  return (
    <Modal isOpen={photo !== null} title={t('photos:remove_heading')} isSheet onClose={onClose}>
      <p>{t('photos:remove_text')}</p>
      <div className="form-actions">
        <Button kind="quiet" onClick={onClose}>
          {t('photos:keep')}
        </Button>
        <Button kind="primary" onClick={remove}>
          {t('photos:remove')}
        </Button>
      </div>
    </Modal>
  );
}
