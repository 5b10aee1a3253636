// A labelled text input with note and error; passwords have a visibility toggle.
import { useState, type InputHTMLAttributes } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { Icon } from './Icon.tsx';

interface Props extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'required' | 'defaultValue' | 'value' | 'autoFocus'
> {
  label: string;
  note?: string | undefined;
  error?: string | null | undefined;
  isDisabled?: boolean;
  /** For a password: the labels of its visibility toggle. */
  toggle?: { readonly show: string; readonly hide: string };
  onChange?: (value: string) => void;
}

export function Field({ label, note, error, isDisabled, toggle, type = 'text', onChange, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(control) => {
        const box = (
          <input
            {...input}
            {...control}
            className="input"
            type={toggle && isShown ? 'text' : type}
            disabled={isDisabled}
            onChange={onChange && ((event) => onChange(event.target.value))}
          />
        );
        if (!toggle) return box;
        return (
          <div className="input-group">
            {box}
            <button
              className="input-side"
              type="button"
              aria-pressed={isShown}
              aria-controls={control.id}
              aria-label={isShown ? toggle.hide : toggle.show}
              onClick={() => setShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-off' : 'eye'} />
            </button>
          </div>
        );
      }}
    </FieldFrame>
  );
}
