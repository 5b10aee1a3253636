// Having one's main photo verified: the gesture to show, the selfie on its way, and what came of it.
import { useStore } from '@nanostores/react';
import { type ChangeEvent, useEffect, useRef } from 'react';
import type { Gesture, OwnSelfie } from '#contract/selfies';
import { PHOTO_ACCEPT } from '#domain/photo-file';
import { errorText, t } from '#lib/i18n';
import { $photos } from '#stores/photos';
import { $selfie, $selfieSending, cancelSelfie, openSelfie, sendSelfie, withdrawSelfie } from '#stores/selfies';
import { $user } from '#stores/session';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Skeleton } from '#ui/Skeleton';
import { Tag } from '#ui/Tag';
import { GestureArt } from './GestureArt.tsx';

export function SelfieSection() {
  const shown = useStore($selfie);
  const main = useMainPhoto();
  useEffect(() => {
    if (main !== null) void openSelfie();
  }, [main]);
  return (
    <section className="own-section" aria-labelledby="own-selfie">
      <h2 id="own-selfie">{t('selfies:heading')}</h2>
      {shown.state === 'loading' && <SelfieSkeleton />}
      {shown.state === 'failed' && (
        <ErrorState
          heading={t('selfies:failed_heading')}
          text={errorText(shown.code)}
          onRetry={() => void openSelfie()}
        />
      )}
      {shown.state === 'ready' && <Selfie {...shown} />}
    </section>
  );
}

/** Most members who have a main photo have yet to take a selfie. */
function SelfieSkeleton() {
  const hasPhoto = Boolean(useStore($user)?.profile.main_image);
  return (
    <div className="own-selfie own-selfie-skeleton" aria-busy="true">
      <p className="visually-hidden">{t('shell:loading')}</p>
      <p aria-hidden="true">
        <Skeleton />
        <Skeleton size="half" />
      </p>
      {hasPhoto && (
        <>
          <div className="gesture-row" aria-hidden="true">
            <span className="gesture skeleton" />
            <p>
              <Skeleton size="long" />
            </p>
          </div>
          <Skeleton kind="chip" />
          <p className="field-note" aria-hidden="true">
            <Skeleton />
            <Skeleton size="long" />
          </p>
        </>
      )}
    </div>
  );
}

/** What tells one main photo from another, or from none; null until the photos have loaded. */
function useMainPhoto(): string | null {
  const shown = useStore($photos);
  if (shown.state !== 'ready') return null;
  const main = shown.photos.find((photo) => photo.main);
  return main ? `${main.id} ${main.status}` : '';
}

function Selfie({ status, reason, gesture }: OwnSelfie) {
  return (
    <div ref={useFocusAfter(status)} className="own-selfie" tabIndex={-1}>
      <div role="status">
        {status === 'verified' && <Standing tone="good" tag="members:verified" text="selfies:verified_text" />}
        {status === 'pending' && <Standing tone="attention" tag="photos:pending" text="selfies:pending_text" />}
        {status === 'rejected' && (
          <Standing
            tone="bad"
            tag="selfies:rejected"
            text={`selfies:reason_${reason === null || reason === 'other' ? 'rules' : reason}`}
          />
        )}
      </div>
      {status === 'pending' && (
        <Button kind="line" icon="trash" onClick={() => void withdrawSelfie()}>
          {t('selfies:withdraw')}
        </Button>
      )}
      {status === 'none' && gesture === null && <p>{t('selfies:needs_main')}</p>}
      {gesture !== null && gesture !== 'other' && <TakeSelfie gesture={gesture} />}
    </div>
  );
}

/** What was pressed goes with the change: the focus stays in the section. */
function useFocusAfter(status: OwnSelfie['status']) {
  const area = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  useEffect(() => {
    const isOther = before.current !== status;
    before.current = status;
    if (isOther && document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, [status]);
  return area;
}

const Standing = ({ tone, tag, text }: { tone: 'good' | 'attention' | 'bad'; tag: string; text: string }) => (
  <>
    <p>
      <Tag tone={tone}>{t(tag)}</Tag>
    </p>
    <p>{t(text)}</p>
  </>
);

function TakeSelfie({ gesture }: { gesture: Gesture }) {
  const sending = useStore($selfieSending);
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file) void sendSelfie(file, gesture);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    <>
      <p>{t('selfies:lead')}</p>
      <div className="gesture-row">
        <GestureArt gesture={gesture} />
        <p>
          <b>{t(`selfies:gesture_${gesture}`)}</b>
        </p>
      </div>
      <input ref={input} type="file" accept={PHOTO_ACCEPT} capture="user" hidden onChange={choose} />
      {sending.state === 'sending' ? (
        <Progress share={sending.share} />
      ) : (
        <Button kind="line" icon="photo" onClick={() => input.current?.click()}>
          {t('selfies:take')}
        </Button>
      )}
      {sending.state === 'failed' && (
        <p className="field-error" role="alert">
          {sending.code === 'too_large' ? t('photos:too_large') : errorText(sending.code)}
        </p>
      )}
      <p className="field-note">{t('selfies:privacy')}</p>
    </>
  );
}

function Progress({ share }: { share: number }) {
  const label = t(share < 1 ? 'photos:sending' : 'photos:finishing');
  return (
    <div className="own-selfie-progress">
      <p>{label}</p>
      <progress className="meter" aria-label={label} max={1} value={share} />
      <Button kind="quiet" onClick={cancelSelfie}>
        {t('selfies:cancel')}
      </Button>
    </div>
  );
}
