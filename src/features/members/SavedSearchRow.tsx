// One saved search: opens it, or shows the form that renames and deletes it.
import { useStore } from '@nanostores/react';
import { useState, type SubmitEvent } from 'react';
import type { SavedSearch } from '#contract/searches';
import { errorText, t } from '#lib/i18n';
import { createSearchRemoval, createSearchRename, SEARCH_NAME_LENGTH } from '#stores/searches';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';

interface Props {
  search: SavedSearch;
  onOpen: () => void;
  /** The row is gone, and with it the focus. */
  onGone: () => void;
}

export function SavedSearchRow({ search, onOpen, onGone }: Props) {
  const [isChanging, setChanging] = useState(false);
  return (
    <li>
      <span>
        <Button kind="quiet" icon="search" onClick={onOpen}>
          <span className="break-anywhere" dir="auto">
            {search.name}
          </span>
        </Button>
      </span>
      <Button kind="quiet" onClick={() => setChanging(!isChanging)}>
        <span>{t(isChanging ? 'searches:keep' : 'searches:change')}</span>
        <span className="visually-hidden">
          {' '}
          <bdi>{search.name}</bdi>
        </span>
      </Button>
      {isChanging && <ChangeForm search={search} onRenamed={() => setChanging(false)} onGone={onGone} />}
    </li>
  );
}

interface ChangeProps {
  search: SavedSearch;
  onRenamed: () => void;
  onGone: () => void;
}

function ChangeForm({ search: { id, name: old }, onRenamed, onGone }: ChangeProps) {
  const [rename] = useState(createSearchRename);
  const [removal] = useState(createSearchRemoval);
  const [name, setName] = useState(old);
  const states = [useStore(rename), useStore(removal)];
  const failed = states.find((state) => state.state === 'failed');
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await rename.submit({ id, name });
    if (rename.get().state === 'done') onRenamed();
  };
  const remove = async (): Promise<void> => {
    await removal.submit({ id });
    if (removal.get().state === 'done') onGone();
  };
  return (
    <form className="stack search-change" onSubmit={(event) => void send(event)}>
      <Field
        name="name"
        label={t('searches:name')}
        autoComplete="off"
        maxLength={SEARCH_NAME_LENGTH}
        required
        autoFocus
        value={name}
        onChange={setName}
      />
      {failed?.state === 'failed' && <Notice tone="danger">{errorText(failed.code)}</Notice>}
      <div className="form-actions">
        <Button kind="quiet" icon="trash" isBusy={states[1]?.state === 'sending'} onClick={() => void remove()}>
          {t('searches:remove')}
        </Button>
        <Button type="submit" isBusy={states[0]?.state === 'sending'}>
          {t('searches:rename')}
        </Button>
      </div>
    </form>
  );
}
