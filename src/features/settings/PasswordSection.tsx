// Changes the password.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { createPasswordChange } from '#stores/account-settings';
import { $passkeys } from '#stores/passkeys';
import { $user } from '#stores/session';
import { PasswordField } from './PasswordField.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const FIELDS = [
  { name: 'old', label: 'settings:password_old', autoComplete: 'current-password' },
  { name: 'password', label: 'reset:new', autoComplete: 'new-password' },
  { name: 'password_again', label: 'reset:repeat', autoComplete: 'new-password' },
] as const;
const load = (): void => void $passkeys.reload();
const EMPTY = { old: '', password: '', password_again: '' };

export function PasswordSection() {
  const [change] = useState(createPasswordChange);
  const state = useStore(change);
  const user = useStore($user);
  const passkeys = useStore($passkeys);
  const hasPasskeys = passkeys.state === 'ready' && passkeys.passkeys.length > 0;
  const [typed, setTyped] = useState(EMPTY);
  // A new password ends none of them, which the answer says.
  useEffect(load, []);
  const send = async (): Promise<void> => {
    await change.submit(typed);
    if (change.get().state === 'done') setTyped(EMPTY);
  };
  return (
    <SettingsForm
      state={state}
      action={t(state.state === 'sending' ? 'settings:saving' : 'settings:password_save')}
      isPrimary
      onSend={send}
    >
      {/* For password managers, which keep the password with it. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      {FIELDS.map(({ name, label, autoComplete }) => (
        <PasswordField
          key={name}
          state={state}
          name={name}
          label={t(label)}
          autoComplete={autoComplete}
          value={typed[name]}
          onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <p role="status">
        {state.state === 'done' && <span>{t('settings:password_saved')}</span>}
        {state.state === 'done' && hasPasskeys && <PasskeysStay />}
      </p>
    </SettingsForm>
  );
}

const PasskeysStay = () => (
  <>
    {' '}
    <span>{t('passkeys:stay')}</span> <a href="#passkeys">{t('passkeys:check')}</a>
  </>
);
