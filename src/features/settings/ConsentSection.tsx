// What the member has agreed to and when, and the withdrawal of the consent to use sensitive data.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Settings } from '#contract/settings';
import { errorText, formatDay, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $accountSettings } from '#stores/account-settings';
import { createConsentChange } from '#stores/consent';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import { Loaded } from './Loaded.tsx';

const load = (): void => void $accountSettings.reload();
/** What will be there with the consent, and without it. */
const GIVEN = ['line', 'line', 'line', 'button'] as const;
const WITHDRAWN = ['line', 'line', 'field', 'text', 'text', 'text', 'button'] as const;

export function ConsentSection() {
  const shown = useStore($accountSettings);
  const hasConsented = useStore($user)?.consented !== false;
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={hasConsented ? GIVEN : WITHDRAWN} onRetry={load}>
      {({ settings }) => (
        <div className="stack">
          <Consents {...settings} />
        </div>
      )}
    </Loaded>
  );
}

function Consents({ accepted_terms_at: terms, consented_at: given, consent_withdrawn_at: withdrawn }: Settings) {
  const [change] = useState(createConsentChange);
  const state = useStore(change);
  const isBusy = state.state === 'sending';
  return (
    <>
      {terms && <p>{t('settings:terms_at', { date: formatDay(terms) })}</p>}
      <p>
        <a href={linkTo('pages-terms')}>{t('shell:terms_read')}</a>
      </p>
      <div className="setting-content-part" role="status">
        {withdrawn ? (
          <Notice tone="warning">{t('settings:consent_withdrawn_at', { date: formatDay(withdrawn) })}</Notice>
        ) : (
          given && <p>{t('settings:consent_at', { date: formatDay(given) })}</p>
        )}
      </div>
      {withdrawn ? (
        <ConsentForm isBusy={isBusy} onGive={() => void change.submit(true)} />
      ) : (
        <Withdrawal isBusy={isBusy} onWithdraw={() => void change.submit(false)} />
      )}
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
    </>
  );
}

function ConsentForm({ isBusy, onGive }: { isBusy: boolean; onGive: () => void }) {
  const { name } = useStore($siteSettings);
  return (
    <>
      <p>{t('settings:consent_missing')}</p>
      <p>{t('signup:consent', { name })}</p>
      <div className="form-actions">
        <Button kind="primary" isBusy={isBusy} onClick={onGive}>
          {t('settings:consent_give')}
        </Button>
      </div>
    </>
  );
}

/** Says what follows before it is done. */
function Withdrawal({ isBusy, onWithdraw }: { isBusy: boolean; onWithdraw: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const withdraw = (): void => {
    close();
    onWithdraw();
  };
  return (
    <>
      <div className="form-actions">
        <Button isBusy={isBusy} onClick={() => setAsking(true)}>
          {t('settings:consent_withdraw')}
        </Button>
      </div>
      <Modal isOpen={isAsking} title={t('settings:consent_withdraw_heading')} isSheet onClose={close}>
        <p>{t('settings:consent_withdraw_text')}</p>
        <div className="form-actions">
          <Button onClick={close}>{t('settings:consent_keep')}</Button>
          <Button onClick={withdraw}>{t('settings:consent_withdraw')}</Button>
        </div>
      </Modal>
    </>
  );
}
