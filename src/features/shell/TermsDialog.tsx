// Asks to accept terms that are newer than the member's acceptance (decisions B23). It stays away from the settings, where a member
// who does not agree can leave.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $termsAcceptance } from '#stores/consent';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { useRoute } from './use-route.ts';

const HEADING = 'terms-heading';

export function TermsDialog() {
  const user = useStore($user);
  const isInSettings = useRoute('settings', 'notifications');
  const dialog = useRef<HTMLDialogElement>(null);
  const isDue = user?.terms_due === true && !isInSettings;
  useEffect(() => {
    if (isDue && !dialog.current?.open) dialog.current?.showModal();
    if (!isDue) dialog.current?.close();
  }, [isDue]);
  return (
    // Escape does not answer the question.
    <dialog
      ref={dialog}
      className="terms-dialog"
      aria-labelledby={HEADING}
      onCancel={(event) => event.preventDefault()}
    >
      {isDue && <Question />}
    </dialog>
  );
}

function Question() {
  const { name } = useStore($siteSettings);
  const state = useStore($termsAcceptance);
  return (
    <>
      <h2 id={HEADING}>{t('shell:terms_heading')}</h2>
      <p>{t('shell:terms_text', { name })}</p>
      <p>
        <a href={linkTo('pages-terms')} target="_blank">
          {t('shell:terms_read')}
        </a>
      </p>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      <div className="form-actions">
        <Button
          kind="primary"
          isBusy={state.state === 'sending'}
          onClick={() => void $termsAcceptance.submit(undefined)}
        >
          {t('shell:terms_accept')}
        </Button>
        <Button href={linkTo('settings')}>{t('shell:terms_decline')}</Button>
      </div>
    </>
  );
}
