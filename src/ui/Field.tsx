// A labelled text input with note and error; passwords have a visibility toggle.
import { useId, useState, type InputHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';

interface Props extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'required' | 'defaultValue' | 'value'
> {
  label: string;
  note?: string;
  error?: string | null;
  /** For a password: the labels of its visibility toggle. */
  toggle?: { readonly show: string; readonly hide: string };
  onChange?: (value: string) => void;
}

export function Field({ label, note, error, toggle, type = 'text', onChange, ...input }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ');
  const box = (
    <input
      {...input}
      className="input"
      id={id}
      type={toggle && isShown ? 'text' : type}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy || undefined}
      onChange={onChange && ((event) => onChange(event.target.value))}
    />
  );
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {toggle ? (
        <div className="input-group">
          {box}
          <button
            className="input-side"
            type="button"
            aria-pressed={isShown}
            aria-controls={id}
            aria-label={isShown ? toggle.hide : toggle.show}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      ) : (
        box
      )}
      {note && (
        <p className="field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
