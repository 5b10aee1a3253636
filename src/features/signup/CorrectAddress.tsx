// Lets a new member correct the address that the mail went to.
import { useStore } from '@nanostores/react';
import { useState, type FormEvent } from 'react';
import { errorText, t } from '#lib/i18n';
import { $user } from '#stores/session';
import { $changeAddress } from '#stores/signup';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';

export function CorrectAddress() {
  const user = useStore($user);
  const change = useStore($changeAddress);
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  if (!isOpen) {
    const open = (): void => {
      setEmail(user?.email ?? '');
      setOpen(true);
    };
    return (
      <Button kind="quiet" onClick={open}>
        {t('signup:address_wrong')}
      </Button>
    );
  }
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void $changeAddress.submit({ email });
  };
  const failed = change.state === 'failed' ? change : null;
  const refused = failed?.fields['email'];
  return (
    <form className="correct-address" noValidate onSubmit={send}>
      <Field
        label={t('signup:address_right')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        autoFocus
        onChange={setEmail}
        error={refused ? errorText(`field_${refused}`) : null}
      />
      <Button type="submit" isBusy={change.state === 'sending'}>
        {t('signup:address_send')}
      </Button>
      <div role="status">
        {change.state === 'done' && (
          <Notice tone="success">
            {t(user?.mail_after ? 'signup:mail_owed' : 'signup:address_sent', { email: user?.email ?? '' })}
          </Notice>
        )}
      </div>
      {failed && !refused && (
        <Notice tone="danger">
          {errorText(failed.code, { seconds: failed.seconds ?? 0, until: failed.until ?? '' })}
        </Notice>
      )}
    </form>
  );
}
