// Changes the e-mail address by a link to the new one.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $accountSettings, createEmailCancel, createEmailChange } from '#stores/account-settings';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';
import { fieldError } from './field-error.ts';
import { Loaded } from './Loaded.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const load = (): void => void $accountSettings.reload();

export function EmailSection() {
  const shown = useStore($accountSettings);
  const user = useStore($user);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={['line', 'field', 'field', 'button']} onRetry={load}>
      {({ settings: { email, pending_email: pending } }) => (
        <div className="stack">
          <p className="break-anywhere">{email}</p>
          <PendingEmail email={email} pending={pending} />
          {user?.status === 'not_confirmed' ? <ToCorrection /> : <EmailForm />}
        </div>
      )}
    </Loaded>
  );
}

/** A change that waits for its link to be pressed, and how to cancel it, such as after a slip of the keys. */
function PendingEmail({ email, pending }: { email: string; pending: string | null }) {
  const [cancel] = useState(createEmailCancel);
  const state = useStore(cancel);
  const isTooLate = state.state === 'failed' && state.code === 'link_expired';
  return (
    <>
      <p role="status">
        {pending
          ? t('settings:email_sent', { email: pending })
          : isTooLate
            ? t('settings:email_not_waiting', { email })
            : state.state === 'done' && t('settings:email_cancelled')}
      </p>
      {state.state === 'failed' && !isTooLate && <Notice tone="danger">{errorText(state.code)}</Notice>}
      {pending && (
        <div className="form-actions">
          <Button kind="line" isBusy={state.state === 'sending'} onClick={() => void cancel.submit()}>
            {t('settings:email_cancel')}
          </Button>
        </div>
      )}
    </>
  );
}

/** An address that was never confirmed is corrected where it is confirmed, or by joining again. */
function ToCorrection() {
  const { account_disclosure: told } = useStore($siteSettings);
  if (told === 'neutral') return <p>{errorText('join_again')}</p>;
  return (
    <>
      <p>{errorText('email_unconfirmed')}</p>
      <p>
        <a href={linkTo('complete-signup')}>{t('settings:email_correct')}</a>
      </p>
    </>
  );
}

function EmailForm() {
  const [change] = useState(createEmailChange);
  const state = useStore(change);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const send = async (): Promise<void> => {
    await change.submit({ email, password });
    if (change.get().state !== 'done') return;
    setEmail('');
    setPassword('');
  };
  return (
    <SettingsForm state={state} action={t('settings:email_save')} isPrimary onSend={send}>
      <Field
        name="email"
        type="email"
        label={t('settings:email_new')}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        value={email}
        error={fieldError(state, 'email')}
        onChange={setEmail}
      />
      <PasswordField state={state} value={password} onChange={setPassword} />
    </SettingsForm>
  );
}
