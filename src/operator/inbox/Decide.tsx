// The two ways to decide something, each with a key; a way that needs words opens its form.
import { type FormEvent, useState } from 'react';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { failureText, fieldTexts, useSending } from '../asked.ts';
import { FormFields } from '../FormFields.tsx';
import { type FormField, initialOf, type Values } from '../form-field.ts';
import { KeyHint } from '../KeyHint.tsx';
import { forgetTyped, hasTyped, useTyped } from '../typed.ts';
import { useKeys } from '../use-keys.ts';

export interface Way {
  readonly key: 'a' | 'r';
  readonly label: string;
  /** What is said once it is done, unless `send` answers a text for that. */
  readonly said: string;
  readonly isPrimary?: boolean;
  /** Without fields it is sent at once. */
  readonly fields: (values: Values) => readonly FormField[];
  readonly send: (values: Values) => Promise<unknown>;
}

interface Props {
  /** Names what is decided, for what is typed about it. */
  about: string;
  ways: readonly Way[];
  hasKeys: boolean;
  onDecided: (said: string) => void;
}

export function Decide({ about, ways, hasKeys, onDecided }: Props) {
  const formOf = ({ key }: Way): string => `${about} ${key}`;
  // A form with something typed comes back with what it is about.
  const [open, setOpen] = useState<Way['key'] | null>(() => ways.find((way) => hasTyped(formOf(way)))?.key ?? null);
  const [isChosen, setChosen] = useState(false);
  const sending = useSending();
  const start = (way: Way): void => {
    if (sending.isBusy) return;
    sending.forget();
    if (way.fields({}).length === 0) return void finish(way, {});
    setOpen(way.key);
    setChosen(true);
  };
  const finish = async (way: Way, values: Values): Promise<void> => {
    let answer: unknown;
    if (!(await sending.send(async () => void (answer = await way.send(values))))) return;
    for (const each of ways) forgetTyped(formOf(each));
    onDecided(typeof answer === 'string' ? answer : way.said);
  };
  const cancel = (way: Way): void => {
    forgetTyped(formOf(way));
    setOpen(null);
  };
  useKeys(Object.fromEntries(ways.map((way) => [way.key, () => start(way)])), hasKeys);
  const way = ways.find(({ key }) => key === open);
  return (
    <div className="console-decide">
      <div className="console-ways">
        {ways.map((each) => (
          <Button
            key={each.key}
            {...{ kind: each.isPrimary ? 'primary' : 'line', isBusy: sending.isBusy, onClick: () => start(each) }}
          >
            <span>{each.label}</span> <KeyHint name={each.key} />
          </Button>
        ))}
      </div>
      {way && (
        <WayForm
          {...{ form: formOf(way), way, sending, hasFocus: isChosen }}
          {...{ onCancel: () => cancel(way), onSend: (values) => void finish(way, values) }}
          key={way.key}
        />
      )}
      <p className="form-error" role="alert">
        {sending.error === null ? '' : failureText(sending.error)}
      </p>
    </div>
  );
}

interface FormProps {
  form: string;
  way: Way;
  hasFocus: boolean;
  sending: { readonly isBusy: boolean; readonly error: unknown };
  onCancel: () => void;
  onSend: (values: Values) => void;
}

function WayForm({ form, way, sending, hasFocus, onCancel, onSend }: FormProps) {
  const { values, type } = useTyped(form);
  const fields = way.fields(values);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend({ ...initialOf(fields), ...values });
  };
  return (
    <form
      className="console-form"
      aria-label={way.label}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <FormFields {...{ fields, values, errors: fieldTexts(sending.error), onChange: type, hasFocus }} />
      <div className="console-ways">
        <Button kind="primary" type="submit" isBusy={sending.isBusy}>
          {t('console:confirm', { what: way.label })}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('console:cancel')}
        </Button>
      </div>
    </form>
  );
}
