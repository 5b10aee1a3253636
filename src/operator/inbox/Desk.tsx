// What waits as a list, with the one thing that is being decided.
import { useState } from 'react';
import type { Staff } from '#contract/staff';
import { t } from '#lib/i18n';
import { readStored, writeStored } from '#lib/storage';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { Switch } from '#ui/Switch';
import { codeText, momentText } from '../codes.ts';
import { KeyHint } from '../KeyHint.tsx';
import { useKeys } from '../use-keys.ts';
import { ItemPanel } from './ItemPanel.tsx';
import { type Item, keyOf, leftOf, marked } from './kinds.ts';

/** Only a photo and a selfie can be decided again: any other decision may already have been mailed to the member. */
interface Done {
  readonly item: Item;
  readonly said: string;
}

const SHORTCUTS = 'console-keys';

interface DeskProps {
  items: readonly Item[];
  /** Keys of the items that were decided. */
  decided: ReadonlySet<string>;
  onMark: (key: string, isDecided: boolean) => void;
}

/** What is left, which of it is shown, and what was decided last. */
function useDesk({ items, decided, onMark }: DeskProps) {
  const [at, setAt] = useState(0);
  const [done, setDone] = useState<Done | null>(null);
  // Focus moves to what comes next, but never out of a list in which one is choosing.
  const [hasMoved, setMoved] = useState(false);
  const left = leftOf(items, decided);
  const index = Math.max(0, Math.min(at, left.length - 1));
  const moveTo = (place: number): void => {
    setMoved(true);
    setAt(Math.max(0, Math.min(left.length - 1, place)));
  };
  const decide = (item: Item, said: string): void => {
    onMark(keyOf(item), true);
    setMoved(true);
    setDone({ item, said });
  };
  const canUndo = done?.item.kind === 'photo' || done?.item.kind === 'selfie';
  const undo = (): void => {
    if (!done || !canUndo) return;
    onMark(keyOf(done.item), false);
    setAt(leftOf(items, marked(decided, keyOf(done.item), false)).indexOf(done.item));
    setDone(null);
  };
  return { left, index, current: left[index], done, canUndo, hasMoved, moveTo, decide, undo };
}

export function Desk({ staff, ...props }: DeskProps & { staff: Staff }) {
  const { left, index, current, done, canUndo, hasMoved, moveTo, decide, undo } = useDesk(props);
  const [hasKeys, setKeys] = useState(() => readStored(SHORTCUTS) !== 'off');
  const [next, previous] = [() => moveTo(index + 1), () => moveTo(index - 1)];
  useKeys({ j: next, k: previous, u: undo }, hasKeys);
  return (
    <>
      <div className="console-done">
        <p role="status">{done?.said}</p>
        {canUndo && (
          <Button kind="line" icon="undo" onClick={undo}>
            <span>{t('console:undo')}</span> <KeyHint name="u" />
          </Button>
        )}
      </div>
      {current ? (
        <div className="console-desk">
          <ItemPanel
            key={keyOf(current)}
            {...{ staff, item: current, hasKeys, isFocused: hasMoved }}
            place={t('console:place', { at: index + 1, of: left.length })}
            {...{ onNext: next, onPrevious: previous, onDecided: (said: string) => decide(current, said) }}
          />
          <Queue items={left} current={current} onChoose={(item) => moveTo(left.indexOf(item))} />
        </div>
      ) : (
        <EmptyState heading={t('console:inbox_done')} text={t('console:inbox_done_text')} />
      )}
      <div className="console-keys">
        <Switch
          {...{ label: t('console:keys'), note: t('console:keys_note'), name: 'keys', isOn: hasKeys }}
          onChange={(isOn) => {
            writeStored(SHORTCUTS, isOn ? null : 'off');
            setKeys(isOn);
          }}
        />
      </div>
    </>
  );
}

interface QueueProps {
  items: readonly Item[];
  current: Item;
  onChoose: (item: Item) => void;
}

function Queue({ items, current, onChoose }: QueueProps) {
  return (
    <nav className="console-queue" aria-label={t('console:waiting')}>
      <ol>
        {items.map((item) => (
          <li key={keyOf(item)}>
            <button type="button" aria-current={item === current || undefined} onClick={() => onChoose(item)}>
              <b>{t(`console:kind_${item.kind}`)}</b> <span>{item.brand}</span>
              <span className="note">
                {item.about.split(' ').map(codeText).join(', ')} · {momentText(item.at)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
