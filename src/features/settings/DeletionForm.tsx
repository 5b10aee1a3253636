// The form that deletes the account: reason, remarks and password.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Deletion } from '#contract/leaving';
import { DELETION_DAYS } from '#domain/limits';
import { t } from '#lib/i18n';
import { createDeletion, LEAVING_REASONS } from '#stores/leaving';
import { Button } from '#ui/Button';
import { Choice } from '#ui/Choice';
import { TextArea } from '#ui/TextArea';
import { PasswordField } from './PasswordField.tsx';
import { SettingsForm } from './SettingsForm.tsx';

export function DeletionForm({ onBack }: { onBack: () => void }) {
  const [deletion] = useState(createDeletion);
  const state = useStore(deletion);
  const [reason, setReason] = useState<Deletion['reason'] | null>(null);
  const [remarks, setRemarks] = useState('');
  const [password, setPassword] = useState('');
  const send = async (): Promise<void> => {
    if (reason) await deletion.submit({ password, reason, remarks });
  };
  return (
    <SettingsForm
      state={state}
      action={t('leaving:confirm')}
      other={<Button onClick={onBack}>{t('leaving:back')}</Button>}
      onSend={send}
    >
      <fieldset className="field">
        <legend className="field-label">{t('leaving:reason')}</legend>
        {LEAVING_REASONS.map((each) => (
          <Choice
            key={each}
            name="reason"
            value={each}
            isChosen={each === reason}
            required
            onChoose={() => setReason(each)}
          >
            {t(`leaving:reason_${each === 'other' ? 'else' : each}`)}
          </Choice>
        ))}
      </fieldset>
      <TextArea label={t('leaving:remarks')} name="remarks" maxLength={1000} value={remarks} onChange={setRemarks} />
      <p>{t('leaving:what_happens', { days: DELETION_DAYS })}</p>
      <PasswordField state={state} label={t('leaving:password')} value={password} onChange={setPassword} />
    </SettingsForm>
  );
}
