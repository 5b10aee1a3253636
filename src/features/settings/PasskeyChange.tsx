// A dialog for one passkey: another name, or its removal with the password.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Passkey } from '#contract/passkeys';
import { t } from '#lib/i18n';
import { createPasskeyRemoval, createPasskeyRename } from '#stores/passkeys';
import { Field } from '#ui/Field';
import { Modal } from '#ui/Modal';
import { fieldError } from './field-error.ts';
import { PasswordField } from './PasswordField.tsx';
import { SettingsForm } from './SettingsForm.tsx';

interface Props {
  passkey: Passkey;
  onClose: () => void;
}

export function PasskeyChange({ passkey, onClose }: Props) {
  return (
    <Modal isOpen title={passkey.name} isSheet onClose={onClose}>
      <div className="stack">
        <RenameForm passkey={passkey} onClose={onClose} />
        <RemovalForm passkey={passkey} onClose={onClose} />
      </div>
    </Modal>
  );
}

function RenameForm({ passkey, onClose }: Props) {
  const [rename] = useState(createPasskeyRename);
  const state = useStore(rename);
  const [name, setName] = useState(passkey.name);
  const send = async (): Promise<void> => {
    await rename.submit({ id: passkey.id, name });
    if (rename.get().state === 'done') onClose();
  };
  return (
    <SettingsForm state={state} action={t('passkeys:rename')} onSend={send}>
      <Field
        name="name"
        label={t('passkeys:name')}
        autoComplete="off"
        maxLength={40}
        required
        value={name}
        error={fieldError(state, 'name')}
        onChange={setName}
      />
    </SettingsForm>
  );
}

function RemovalForm({ passkey, onClose }: Props) {
  const [removal] = useState(createPasskeyRemoval);
  const state = useStore(removal);
  const [password, setPassword] = useState('');
  const send = async (): Promise<void> => {
    await removal.submit({ id: passkey.id, password });
    if (removal.get().state === 'done') onClose();
  };
  return (
    <SettingsForm state={state} action={t('passkeys:remove')} onSend={send}>
      <p>{t('passkeys:remove_note')}</p>
      <PasswordField state={state} value={password} onChange={setPassword} />
    </SettingsForm>
  );
}
