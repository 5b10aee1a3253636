// Single keys as commands, where nothing is being typed.
import { useLayoutEffect, useRef } from 'react';

type Commands = Readonly<Record<string, () => void>>;

/** A key that is held counts once; keys in fields and while a dialog is open, and combinations, are left alone. */
export function useKeys(commands: Commands, isOn: boolean): void {
  const latest = useRef(commands);
  latest.current = commands;
  // With the page that shows the keys, so that none pressed at once is lost.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea')) return;
      const command = latest.current[event.key.toLowerCase()];
      if (!command) return;
      event.preventDefault();
      command();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
