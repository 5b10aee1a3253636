// Photos on their way: a small picture of each, how far it is, and the way to stop it or try again.
import { useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { dismissUpload, type PhotoUpload, retryUpload } from '#stores/photo-uploads';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { useFileAddress } from '#ui/use-file-address';

export function PhotoUploads({ uploads }: { uploads: readonly PhotoUpload[] }) {
  return (
    <ul className="photo-uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} {...upload} />
      ))}
    </ul>
  );
}

function UploadRow({ id, file, now }: PhotoUpload) {
  const preview = useFileAddress(file);
  const [isBroken, setBroken] = useState(false);
  const name = file.name || t('photos:heading');
  return (
    <li className="photo-upload">
      <span className="photo-upload-preview">
        {preview && !isBroken && <img src={preview} alt="" onError={() => setBroken(true)} />}
      </span>
      <div className="photo-upload-state">
        <bdi>{name}</bdi>
        <UploadState now={now} />
        {now.state === 'failed' && now.canRetry && (
          <Button kind="line" icon="refresh" onClick={() => retryUpload(id)}>
            {t('photos:retry')}
          </Button>
        )}
      </div>
      <button
        className="round"
        type="button"
        aria-label={t(now.state === 'failed' ? 'photos:dismiss' : 'photos:cancel', { name })}
        onClick={() => dismissUpload(id)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

function UploadState({ now }: Pick<PhotoUpload, 'now'>) {
  if (now.state === 'waiting') return <p>{t('photos:waiting')}</p>;
  if (now.state === 'failed')
    return (
      <p className="field-error" role="alert">
        {now.code === 'too_large' ? t('photos:too_large') : errorText(now.code)}
      </p>
    );
  const label = t(now.share < 1 ? 'photos:sending' : 'photos:finishing');
  return (
    <>
      <p>{label}</p>
      <progress className="meter" aria-label={label} max={1} value={now.share} />
    </>
  );
}
