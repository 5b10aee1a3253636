// One of several choices that need room to explain themselves: a radio button with its whole card to press.
import type { ReactNode } from 'react';

interface Props {
  children: ReactNode;
  name: string;
  value: string;
  isChosen: boolean;
  /** It takes the focus when it appears, e.g. as the first of those that were folded away. */
  autoFocus?: boolean;
  onChoose: (value: string) => void;
}

export function Choice({ children, name, value, isChosen, autoFocus, onChoose }: Props) {
  return (
    <label className="choice">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        autoFocus={autoFocus}
        onChange={() => onChoose(value)}
      />
      {children}
    </label>
  );
}
