// A text field with suggestions: the editable combobox with a list of the ARIA Authoring Practices.
import { useId, useState, type KeyboardEvent } from 'react';
import { FieldFrame } from './FieldFrame.tsx';

interface Props {
  label: string;
  name: string;
  options: readonly string[];
  /** What is typed or chosen; it need not be an option. */
  value: string;
  /** Announced and shown under the field while it is open, e.g. "3 towns". */
  countText: (count: number) => string;
  note?: string | undefined;
  error?: string | null | undefined;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

/** For comparison: without case and accents. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Options with a word that starts with the text come first. */
function matching(options: readonly string[], text: string): readonly string[] {
  const wanted = fold(text);
  if (wanted === '') return options;
  const starts = (option: string): boolean => ` ${fold(option)}`.includes(` ${wanted}`);
  return options
    .filter((option) => fold(option).includes(wanted))
    .toSorted((one, other) => Number(starts(other)) - Number(starts(one)));
}

/** The state of the list: which options show, and which one the keys have reached. */
function useSuggestions({ options, value, onChange }: Pick<Props, 'options' | 'value' | 'onChange'>) {
  const [isOpen, setOpen] = useState(false);
  /** Whether the text filters: after a choice all options show again. */
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = isOpen ? (isTyped ? matching(options, value) : options) : [];
  const show = (index: number): void => {
    setOpen(true);
    setActive(index);
  };
  const close = (): void => {
    setOpen(false);
    setTyped(false);
    setActive(-1);
  };
  const choose = (option: string): void => {
    onChange(option);
    close();
  };
  const type = (text: string): void => {
    onChange(text);
    setTyped(true);
    show(-1);
  };
  /** A name that was typed out becomes the option, with its own case and accents. */
  const leave = (): void => {
    const same = options.find((option) => fold(option) === fold(value));
    if (same !== undefined && same !== value) onChange(same);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const option = shown[active];
    if (event.key === 'ArrowDown') show(isOpen ? Math.min(active + 1, shown.length - 1) : 0);
    else if (event.key === 'ArrowUp') show(isOpen ? Math.max(active - 1, 0) : 0);
    else if (event.key === 'Enter' && option !== undefined) choose(option);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  return { isOpen, shown, active, show, choose, type, leave, press };
}

export function Combobox({ label, name, options, value, countText, note, error, isDisabled, onChange }: Props) {
  const listId = useId();
  const { isOpen, shown, active, show, choose, type, leave, press } = useSuggestions({ options, value, onChange });
  return (
    <FieldFrame label={label} note={note} error={error}>
      {(control) => (
        <div className="combobox">
          <input
            {...control}
            className="input"
            name={name}
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            value={value}
            disabled={isDisabled}
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
            onChange={(event) => type(event.target.value)}
            onClick={() => show(-1)}
            onKeyDown={press}
            onBlur={leave}
          />
          <Options id={listId} label={label} shown={shown} active={active} onChoose={choose} />
          <p className="visually-hidden" role="status">
            {isOpen && countText(shown.length)}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}

interface OptionsProps {
  id: string;
  label: string;
  shown: readonly string[];
  active: number;
  onChoose: (option: string) => void;
}

/** Its options are chosen on mouse down, before the field loses the focus. */
function Options({ id, label, shown, active, onChoose }: OptionsProps) {
  return (
    <ul className="options" id={id} role="listbox" aria-label={label} hidden={shown.length === 0}>
      {shown.map((option, at) => (
        <li
          key={option}
          ref={at === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option}
        </li>
      ))}
    </ul>
  );
}
