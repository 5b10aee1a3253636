// One's own photos: what is there, what is being uploaded, how many more there may be.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, type ChangeEvent } from 'react';
import type { OwnPhotos } from '#contract/photos';
import { PHOTO_ACCEPT } from '#domain/photo-file';
import { errorText, formatNumber, t } from '#lib/i18n';
import {
  $cropping,
  $isOverLimit,
  $uploads,
  choosePhotos,
  closeOverLimit,
  finishCropping,
  tellLimit,
} from '#stores/photo-uploads';
import { $photos, openPhotos } from '#stores/photos';
import { $user } from '#stores/session';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Notice } from '#ui/Notice';
import { Skeleton } from '#ui/Skeleton';
import { lazyPart } from '#ui/LazyPart';
import { PhotoGrid } from './PhotoGrid.tsx';
import { PhotoUploads } from './PhotoUploads.tsx';
import { usePhotoFiles } from './use-photo-files.ts';

/** Loaded when needed. */
const PhotoCropDialog = lazyPart(
  () => import('./PhotoCropDialog.tsx'),
  (module) => module.PhotoCropDialog,
);

export const PhotosSection = () => (
  <section className="own-section" aria-labelledby="own-photos">
    <h2 id="own-photos">{t('photos:heading')}</h2>
    <PhotoFields />
  </section>
);

export function PhotoFields() {
  const shown = useStore($photos);
  useEffect(() => void openPhotos(), []);
  return (
    <>
      {shown.state === 'loading' && <PhotosSkeleton />}
      {shown.state === 'failed' && (
        <ErrorState
          heading={t('photos:failed_heading')}
          text={errorText(shown.code)}
          onRetry={() => void openPhotos()}
        />
      )}
      {shown.state === 'ready' && <Photos {...shown} />}
    </>
  );
}

function PhotosSkeleton() {
  const hasPhoto = Boolean(useStore($user)?.profile.main_image);
  return (
    <div className="own-photos" aria-busy="true">
      <p className="visually-hidden">{t('shell:loading')}</p>
      {hasPhoto ? (
        <div className="own-photo-grid" aria-hidden="true">
          <div className="own-photo">
            <div className="own-photo-frame skeleton" />
            <div className="own-photo-marks">
              <Skeleton size="half" />
            </div>
          </div>
        </div>
      ) : (
        <Skeleton />
      )}
      <div className="own-photos-add" aria-hidden="true">
        <Skeleton kind="chip" size="half" />
        <Skeleton size="half" />
        <Skeleton />
        <Skeleton size="long" />
      </div>
      {hasPhoto && <Skeleton size="long" />}
    </div>
  );
}

function Photos({ photos, limit }: OwnPhotos) {
  const uploads = useStore($uploads);
  const cropping = useStore($cropping);
  const area = useRef<HTMLDivElement>(null);
  const isOver = usePhotoFiles(area, choosePhotos);
  const isPending = photos.some(({ status }) => status === 'pending');
  return (
    <div ref={area} className={`own-photos${isOver ? ' is-over' : ''}`}>
      {photos.length === 0 && uploads.length === 0 && <p>{t('photos:empty')}</p>}
      <PhotoGrid photos={photos} />
      <PhotoUploads uploads={uploads} />
      {cropping && (
        <Suspense>
          <PhotoCropDialog file={cropping} onClose={() => finishCropping(null)} />
        </Suspense>
      )}
      <LimitReached />
      <AddPhotos left={limit - photos.length} limit={limit} />
      {photos.some((photo) => photo.private) && <p className="field-note">{t('photos:private_note')}</p>}
      {isPending && <p className="field-note">{t('photos:pending_note')}</p>}
    </div>
  );
}

function AddPhotos({ left, limit }: { left: number; limit: number }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    choosePhotos([...(currentTarget.files ?? [])]);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  const press = (): void => (left > 0 ? input.current?.click() : tellLimit());
  return (
    <div className="own-photos-add">
      <input ref={input} type="file" accept={PHOTO_ACCEPT} multiple hidden onChange={choose} />
      <Button kind="line" icon="plus" onClick={press}>
        {t('photos:add')}
      </Button>
      <p role="status">
        {left > 0 ? t('photos:left', { count: left }) : t('photos:full', { limit: formatNumber(limit) })}
      </p>
      <p className="field-note">
        <span>{t('photos:note')}</span> <span className="drop-note">{t('photos:drop')}</span>
      </p>
    </div>
  );
}

/** For premium members; the others are told about Premium. */
function LimitReached() {
  return (
    useStore($isOverLimit) && (
      <Notice tone="danger" onClose={closeOverLimit}>
        {errorText('photo_limit')}
      </Notice>
    )
  );
}
