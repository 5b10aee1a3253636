// A radio button whose whole card is clickable, for options with details.
import type { ReactNode } from 'react';
import { LoneText } from './LoneText.tsx';

interface Props {
  children: ReactNode;
  name: string;
  value: string;
  isChosen: boolean;
  /** The form is not sent before one of the name is chosen: the browser says so there. */
  required?: boolean;
  /** Focused on mount, e.g. as the first of the newly revealed options. */
  autoFocus?: boolean;
  onChoose: (value: string) => void;
}

export function Choice({ children, name, value, isChosen, required, autoFocus, onChoose }: Props) {
  return (
    <label className="choice">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        required={required}
        autoFocus={autoFocus}
        onChange={() => onChoose(value)}
      />
      <LoneText>{children}</LoneText>
    </label>
  );
}
