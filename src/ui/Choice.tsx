// One of several choices that need room to explain themselves: a radio button with its whole card to press.
import type { ReactNode } from 'react';

interface Props {
  children: ReactNode;
  name: string;
  value: string;
  isChosen: boolean;
  /** It takes the focus when it appears, e.g. as the first of those that were folded away. */
  takesFocus?: boolean;
  onChoose: (value: string) => void;
}

export function Choice({ children, name, value, isChosen, takesFocus, onChoose }: Props) {
  return (
    <label className="choice">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        autoFocus={takesFocus}
        onChange={() => onChoose(value)}
      />
      {children}
    </label>
  );
}
