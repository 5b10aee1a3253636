// The copy of what was reported, as it was then. Pictures are shown only when asked for.
import { useState } from 'react';
import type { Evidence as Kept } from '#contract/staff-desk';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { useAsked } from './asked.ts';
import { momentText } from './codes.ts';
import { Loaded } from './Loaded.tsx';

interface Props {
  brand: string;
  report: string;
  evidence: Kept;
}

export function Evidence({ brand, report, evidence }: Props) {
  const { profile, photo, messages = [] } = evidence;
  return (
    <section className="console-evidence">
      <h3>{t('console:evidence')}</h3>
      <blockquote>
        <b>{profile.name}</b> <span>{profile.line}</span> <span>{profile.about}</span>
      </blockquote>
      {photo && <KeptPicture {...{ brand, report, token: photo.token }} />}
      {messages.length > 0 && (
        <ol className="console-list">
          {messages.map(({ mine, text, deleted, picture, at }) => (
            <li key={at + text}>
              <b>{t(mine ? 'console:from_reporter' : 'console:from_reported')}</b> <span>{text}</span>
              <span className="note">
                <span>{momentText(at)}</span>
                {deleted && <span>{` · ${t('console:was_deleted')}`}</span>}
              </span>
              {picture && <KeptPicture {...{ brand, report, token: picture.token }} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function KeptPicture(place: { brand: string; report: string; token: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <Picture {...place} />;
  return (
    <Button kind="line" icon="photo" onClick={() => setShown(true)}>
      {t('console:show_picture')}
    </Button>
  );
}

function Picture({ brand, report, token }: { brand: string; report: string; token: string }) {
  const [asked, reload] = useAsked('reports.picture', { brand, id: report, token });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ picture }) =>
        picture === null ? <p>{t('console:photo_gone')}</p> : <img src={picture} alt={t('console:reported_picture')} />
      }
    </Loaded>
  );
}
