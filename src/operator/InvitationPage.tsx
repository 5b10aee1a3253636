// Accepting an invitation: an authenticator, a name and a password. The token stands behind the # of the address.
import { type FormEvent, useState } from 'react';
import type { Staff, StaffOutput } from '#contract/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Field } from '#ui/Field';
import { ask, failureText, fieldTexts, useAsked, useSending } from './asked.ts';
import { CodeField } from './CodeField.tsx';
import { Heading } from './Heading.tsx';
import { Waiting } from './Waiting.tsx';

interface Props {
  token: string;
  onEnter: (staff: Staff) => void;
}

export function InvitationPage({ token, onEnter }: Props) {
  const [asked, reload] = useAsked('invitation.open', { token });
  if (asked.state === 'loading') return <Waiting isPage />;
  if (asked.state === 'failed')
    return (
      <main>
        <ErrorState isPage heading={t('console:invitation_lost')} text={failureText(asked.error)} onRetry={reload} />
      </main>
    );
  return (
    <main className="console-door">
      <Heading text={t('console:invitation_heading')} />
      <p>{t('console:invitation_text', { email: asked.value.email, role: t(`console:role_${asked.value.role}`) })}</p>
      <Authenticator secret={asked.value.secret} uri={asked.value.uri} />
      <AcceptForm token={token} email={asked.value.email} onEnter={onEnter} />
    </main>
  );
}

/** In groups of four, as authenticators show it. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

function Authenticator({ secret, uri }: Pick<StaffOutput<'invitation.open'>, 'secret' | 'uri'>) {
  return (
    <section aria-labelledby="authenticator">
      <h2 id="authenticator">{t('console:authenticator_heading')}</h2>
      <p>{t('console:authenticator_text')}</p>
      <p className="console-secret">
        <code>{grouped(secret)}</code>
      </p>
      <p>
        <a href={uri}>{t('console:authenticator_open')}</a>
      </p>
    </section>
  );
}

function AcceptForm({ token, email, onEnter }: Props & { email: string }) {
  const [form, setForm] = useState({ name: '', password: '', code: '' });
  const { isBusy, error, send } = useSending();
  const set = (name: keyof typeof form) => (value: string) => setForm((before) => ({ ...before, [name]: value }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(async () => onEnter((await ask('invitation.accept', { token, ...form })).staff));
  };
  const fields = fieldTexts(error);
  return (
    <form className="console-form" onSubmit={submit}>
      {/* Password managers keep the address with the password. */}
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field
        {...{ label: t('console:name'), name: 'name', autoComplete: 'name', required: true, maxLength: 60 }}
        {...{ value: form.name, error: fields['name'], onChange: set('name') }}
      />
      <Field
        {...{
          label: t('console:new_password'),
          note: t('console:new_password_note'),
          name: 'password',
          type: 'password',
        }}
        {...{ autoComplete: 'new-password', required: true }}
        {...{ value: form.password, error: fields['password'], onChange: set('password') }}
      />
      <CodeField value={form.code} error={fields['code']} onChange={set('code')} />
      <p className="form-error" role="alert">
        {error === null ? '' : failureText(error)}
      </p>
      <Button kind="primary" type="submit" isBlock isBusy={isBusy}>
        {t('console:accept')}
      </Button>
    </form>
  );
}
