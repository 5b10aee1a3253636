// The field for a message: it grows with its text up to five lines; Enter sends where there is a keyboard.
import type { KeyboardEvent, RefObject } from 'react';

interface Props {
  label: string;
  value: string;
  /** Id of what says what is wrong with the text. */
  errorId: string | null;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: () => void;
}

/** On a touch screen Enter makes a new line, as its keyboard says. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches;

export function MessageField({ label, value, errorId, fieldRef, onChange, onSend }: Props) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !hasKeyboard()) return;
    event.preventDefault();
    onSend();
  };
  return (
    // The copy of the text in the attribute gives the box its height.
    <div className="message-box" data-text={value}>
      <textarea
        ref={fieldRef}
        rows={1}
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
