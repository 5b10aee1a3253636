// The message field: grows with its text up to five lines; Enter sends on devices with a keyboard.
import type { KeyboardEvent, RefObject } from 'react';

interface Props {
  label: string;
  value: string;
  /** Id of the element with the error text. */
  errorId: string | null;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: () => void;
}

/** On a touch screen Enter inserts a line break, as its keyboard indicates. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Safari ends a composition before the key that ended it, which then has the code 229. */
const isComposing = (event: globalThis.KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

export function MessageField({ label, value, errorId, fieldRef, onChange, onSend }: Props) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || !hasKeyboard()) return;
    event.preventDefault();
    onSend();
  };
  return (
    // The styles size the box by the copy of the text in the attribute.
    <div className="message-box" data-text={value}>
      <textarea
        ref={fieldRef}
        rows={1}
        dir="auto"
        value={value}
        aria-label={label}
        placeholder={label}
        aria-invalid={errorId !== null || undefined}
        aria-describedby={errorId ?? undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
      />
    </div>
  );
}
