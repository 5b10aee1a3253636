// The frame of a form in the settings: its fields, the refusal that belongs to none of them, and its button.
import type { FormEvent } from 'react';
import { errorText } from '#lib/i18n';
import type { Submit } from '#stores/submit';
import { Button } from '#ui/Button';
import type { Elements } from '#ui/LoneText';
import { Notice } from '#ui/Notice';
import { generalError } from './field-error.ts';

interface Props {
  state: ReturnType<Submit<unknown>['get']>;
  /** What the button says. */
  action: string;
  isPrimary?: boolean;
  isDisabled?: boolean;
  /** A button beside it. */
  other?: Elements;
  onSend: () => Promise<void>;
  children: Elements;
}

export function SettingsForm({ state, action, isPrimary, isDisabled = false, other, onSend, children }: Props) {
  const general = generalError(state);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void onSend();
  };
  return (
    <form className="stack" onSubmit={send}>
      {children}
      {general && <Notice tone="danger">{errorText(general.code, general)}</Notice>}
      <div className="form-actions">
        {other}
        <Button
          kind={isPrimary ? 'primary' : 'normal'}
          type="submit"
          isDisabled={isDisabled}
          isBusy={state.state === 'sending'}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
