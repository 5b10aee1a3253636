// The copy of what was reported, as it was then. Pictures and recordings come only when asked for.
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
          {messages.map(({ mine, text, deleted, picture, voice, at }) => (
            <li key={at + text}>
              <b>{t(mine ? 'console:from_reporter' : 'console:from_reported')}</b> <span>{text}</span>
              <span className="note">
                <span>{momentText(at)}</span>
                {deleted && <span>{` · ${t('console:was_deleted')}`}</span>}
              </span>
              {picture && <KeptPicture {...{ brand, report, token: picture.token }} />}
              {voice && <KeptPicture {...{ brand, report, token: voice.token }} isVoice />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface Place {
  readonly brand: string;
  readonly report: string;
  readonly token: string;
  readonly isVoice?: boolean;
}

function KeptPicture(place: Place) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <Picture {...place} />;
  return (
    <Button kind="line" {...(place.isVoice ? {} : { icon: 'photo' as const })} onClick={() => setShown(true)}>
      {t(place.isVoice ? 'console:hear_voice' : 'console:show_picture')}
    </Button>
  );
}

function Picture({ brand, report, token, isVoice = false }: Place) {
  const [asked, reload] = useAsked('reports.picture', { brand, id: report, token });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ picture }) => {
        if (picture === null) return <p>{t('console:photo_gone')}</p>;
        if (isVoice) return <audio src={picture} controls aria-label={t('console:reported_voice')} />;
        return <img src={picture} alt={t('console:reported_picture')} />;
      }}
    </Loaded>
  );
}
