// Where the member is logged in, and the ends of single logins and of all others.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { OwnSession } from '#contract/settings';
import { countryName, errorText, formatMoment, t } from '#lib/i18n';
import { $sessions, createSessionEnd } from '#stores/account-settings';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { Tag } from '#ui/Tag';
import { Loaded } from './Loaded.tsx';

const load = (): void => void $sessions.reload();

export function SessionsSection() {
  const shown = useStore($sessions);
  const [end] = useState(createSessionEnd);
  const state = useStore(end);
  useEffect(load, []);
  const isBusy = state.state === 'sending';
  return (
    <Loaded shown={shown} parts={['text', 'text', 'button']} onRetry={load}>
      {({ sessions }) => (
        <div className="stack">
          <p className="muted">{t('settings:sessions_note')}</p>
          <ul className="setting-rows">
            {sessions.map((session) => (
              <Session key={session.id} session={session} isBusy={isBusy} onEnd={() => void end.submit(session.id)} />
            ))}
          </ul>
          {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
          {sessions.length > 1 && (
            <div className="form-actions">
              <Button kind="line" isBusy={isBusy} onClick={() => void end.submit(null)}>
                {t('settings:sessions_end_all')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Session({ session, isBusy, onEnd }: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const { browser, system, country, seen_at: seen, current } = session;
  const device =
    browser && system ? t('settings:session_device', { browser, system }) : (browser ?? t('settings:session_unknown'));
  const when = formatMoment(seen, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <span>
        <b>{device}</b>
        <span className="field-note">
          {[country && countryName(country), t('settings:session_seen', { when })].filter(Boolean).join(' · ')}
        </span>
      </span>
      {current ? (
        <Tag>{t('settings:session_current')}</Tag>
      ) : (
        <Button kind="quiet" isBusy={isBusy} onClick={onEnd}>
          <span>{t('settings:session_end')}</span>
          <span className="visually-hidden"> {device}</span>
        </Button>
      )}
    </li>
  );
}
