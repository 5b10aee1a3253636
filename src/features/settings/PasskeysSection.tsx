// The member's passkeys: adding one with the password, and changing those there are.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Passkey } from '#contract/passkeys';
import { formatDay, t } from '#lib/i18n';
import { $passkeys, CAN_MAKE_PASSKEYS, createPasskeyAddition } from '#stores/passkeys';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';
import { fieldError } from './field-error.ts';
import { Loaded } from './Loaded.tsx';
import { PasskeyChange } from './PasskeyChange.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const load = (): void => void $passkeys.reload();

export function PasskeysSection() {
  const shown = useStore($passkeys);
  const [changed, setChanged] = useState<string | null>(null);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={['text', 'field', 'field', 'button']} onRetry={load}>
      {({ passkeys }) => (
        <div className="stack">
          <p>{t('passkeys:text')}</p>
          {passkeys.length > 0 && (
            <ul className="setting-rows" aria-label={t('passkeys:list')}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onChange={() => setChanged(passkey.id)} />
              ))}
            </ul>
          )}
          <Change passkey={passkeys.find(({ id }) => id === changed)} onClose={() => setChanged(null)} />
          {CAN_MAKE_PASSKEYS ? <AddForm /> : <Notice>{t('passkeys:unsupported')}</Notice>}
        </div>
      )}
    </Loaded>
  );
}

const Change = ({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) =>
  passkey && <PasskeyChange key={passkey.id} passkey={passkey} onClose={onClose} />;

function PasskeyRow({ passkey, onChange }: { passkey: Passkey; onChange: () => void }) {
  const { name, created_at: created, used_at: used } = passkey;
  return (
    <li>
      <span>
        <b className="break-anywhere">{name}</b>
        <span className="field-note">
          <span>{t('passkeys:created', { date: formatDay(created) })}</span>
          {used && <span>{` · ${t('passkeys:used', { date: formatDay(used) })}`}</span>}
        </span>
      </span>
      <Button kind="quiet" onClick={onChange}>
        <span>{t('passkeys:change')}</span>
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}

function AddForm() {
  const [addition] = useState(createPasskeyAddition);
  const state = useStore(addition);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const send = async (): Promise<void> => {
    await addition.submit({ name, password });
    if (addition.get().state !== 'done') return;
    setName('');
    setPassword('');
  };
  return (
    <SettingsForm state={state} action={t('passkeys:add')} isPrimary onSend={send}>
      <Field
        name="passkey"
        label={t('passkeys:name')}
        note={t('passkeys:name_note')}
        autoComplete="off"
        maxLength={40}
        required
        value={name}
        error={fieldError(state, 'name')}
        onChange={setName}
      />
      <PasswordField state={state} value={password} onChange={setPassword} />
      <p role="status">{state.state === 'done' && t('passkeys:added')}</p>
    </SettingsForm>
  );
}
