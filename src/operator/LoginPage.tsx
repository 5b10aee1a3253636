// Logging in with password and one-time code.
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Staff } from '#contract/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { ask, failureText, fieldTexts, useSending } from './asked.ts';
import { CodeField } from './CodeField.tsx';
import { Heading } from './Heading.tsx';

interface Props {
  onEnter: (staff: Staff) => void;
}

export const LoginPage = ({ onEnter }: Props) => (
  <main className="console-door">
    <Heading text={t('console:login_heading')} />
    <LoginForm onEnter={onEnter} />
  </main>
);

/** Where the session ended while one was working: the page stays below, with what was typed. */
export function LoginOver({ email, onEnter }: Props & { email: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back to where it was.
    return () => element?.close();
  }, []);
  return (
    <dialog
      className="console-over"
      aria-label={t('console:login_heading')}
      ref={dialog}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <div className="console-door">
        <Heading text={t('console:login_heading')} />
        <p>{t('console:login_again')}</p>
        <LoginForm {...{ email, onEnter }} />
      </div>
    </dialog>
  );
}

function LoginForm({ email = '', onEnter }: Props & { email?: string }) {
  const [form, setForm] = useState({ email, password: '', code: '' });
  const { isBusy, error, send } = useSending();
  const set = (name: keyof typeof form) => (value: string) => setForm((before) => ({ ...before, [name]: value }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(async () => onEnter((await ask('session.login', form)).staff));
  };
  const fields = fieldTexts(error);
  return (
    <form className="console-form" onSubmit={submit}>
      <Field
        {...{ label: t('console:email'), name: 'email', type: 'email', autoComplete: 'username', required: true }}
        {...{ value: form.email, error: fields['email'], onChange: set('email') }}
      />
      <Field
        {...{ label: t('console:password'), name: 'password', type: 'password', autoComplete: 'current-password' }}
        {...{ required: true, value: form.password, error: fields['password'], onChange: set('password') }}
      />
      <CodeField value={form.code} error={fields['code']} onChange={set('code')} />
      <p className="form-error" role="alert">
        {error === null ? '' : failureText(error)}
      </p>
      <Button kind="primary" type="submit" isBlock isBusy={isBusy}>
        {t('console:log_in')}
      </Button>
    </form>
  );
}
