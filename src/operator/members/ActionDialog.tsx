// A button that opens a form in a dialog, and sends what staff do about a member.
import { type FormEvent, useState } from 'react';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { failureText, fieldTexts, useSending } from '../asked.ts';
import { type FormField, initialOf, type Values } from '../form-field.ts';
import { FormFields } from '../FormFields.tsx';
import { forgetTyped, useTyped } from '../typed.ts';

interface Once {
  readonly idempotencyKey: string;
}

interface Props {
  /** The action and its member: what is typed is kept under this name. */
  form: string;
  label: string;
  title: string;
  fields: (values: Values) => readonly FormField[];
  /** Answers what is told in the page. Pressed again after an answer was lost, it has the same key. */
  send: (values: Values, once: Once) => Promise<string>;
  onDone: (said: string) => void;
}

export function ActionDialog({ form, label, title, fields, send, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal isOpen={isOpen} title={title} onClose={() => setOpen(false)}>
        <ActionForm
          {...{ form, label, fields, send }}
          onDone={(said) => {
            setOpen(false);
            onDone(said);
          }}
        />
      </Modal>
    </>
  );
}

function ActionForm({ form, label, fields, send, onDone }: Omit<Props, 'title'>) {
  const { values, type, keyFor } = useTyped(form);
  const sending = useSending();
  const asked = fields(values);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const whole = { ...initialOf(asked), ...values };
    void sending.send(async () => {
      const said = await send(whole, { idempotencyKey: keyFor(whole) });
      forgetTyped(form);
      onDone(said);
    });
  };
  return (
    <form className="console-form" onSubmit={submit}>
      <FormFields {...{ fields: asked, values, errors: fieldTexts(sending.error), onChange: type }} />
      <p className="form-error" role="alert">
        {sending.error === null ? '' : failureText(sending.error)}
      </p>
      <Button kind="primary" type="submit" isBusy={sending.isBusy}>
        {t('console:confirm', { what: label })}
      </Button>
    </form>
  );
}
