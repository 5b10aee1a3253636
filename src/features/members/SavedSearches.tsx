// The dialog of saved searches: saving the one that is shown, and opening or changing those there are.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { SavedSearch } from '#contract/searches';
import { SAVED_SEARCHES } from '#domain/limits';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $filters, applyFilters } from '#stores/search';
import { $searches, createSearchSaving, SEARCH_NAME_LENGTH } from '#stores/searches';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Field } from '#ui/Field';
import { Modal } from '#ui/Modal';
import { Notice } from '#ui/Notice';
import { Skeleton } from '#ui/Skeleton';
import { SavedSearchRow } from './SavedSearchRow.tsx';
import { activeFilters, chosenFilters, type FilterValues, savedFilters, savedValues } from './search-filters.ts';
import { useSearchName } from './use-search-name.ts';

interface Props {
  defaults: FilterValues;
  onClose: () => void;
}

const load = (): void => void $searches.reload();

export function SavedSearches({ defaults, onClose }: Props) {
  const shown = useStore($searches);
  useEffect(load, []);
  const open = ({ filters }: SavedSearch): void => {
    void applyFilters(chosenFilters(defaults, savedValues(defaults, filters)));
    onClose();
  };
  return (
    <Modal isOpen title={t('searches:title')} isSheet onClose={onClose}>
      {shown.state === 'ready' && (
        <div className="stack">
          {shown.searches.length < SAVED_SEARCHES ? (
            <SaveForm defaults={defaults} />
          ) : (
            <Notice>{t('searches:full', { count: SAVED_SEARCHES })}</Notice>
          )}
          <SavedList searches={shown.searches} onOpen={open} />
          {shown.searches.length > 0 && (
            <div className="form-actions">
              <Button kind="quiet" href={linkTo('notifications')}>
                {t('searches:alerts')}
              </Button>
            </div>
          )}
        </div>
      )}
      {shown.state === 'failed' && (
        <ErrorState heading={t('searches:failed_heading')} text={errorText(shown.code)} onRetry={load} />
      )}
      {shown.state === 'loading' && (
        <div aria-busy="true">
          <p className="visually-hidden">{t('shell:loading')}</p>
          <Skeleton size="long" />
        </div>
      )}
    </Modal>
  );
}

function SavedList({ searches, onOpen }: { searches: readonly SavedSearch[]; onOpen: (search: SavedSearch) => void }) {
  const list = useRef<HTMLDivElement>(null);
  if (searches.length === 0) return <p className="muted">{t('searches:empty')}</p>;
  return (
    <div ref={list} tabIndex={-1}>
      <ul className="setting-rows" aria-label={t('searches:title')}>
        {searches.map((search) => (
          <SavedSearchRow
            key={search.id}
            search={search}
            onOpen={() => onOpen(search)}
            onGone={() => list.current?.focus()}
          />
        ))}
      </ul>
    </div>
  );
}

/** Suggests a name that says what the filters are. */
function SaveForm({ defaults }: { defaults: FilterValues }) {
  const [saving] = useState(createSearchSaving);
  const state = useStore(saving);
  const values = activeFilters(defaults, useStore($filters));
  const suggested = useSearchName(values);
  const [typed, setTyped] = useState<string | null>(null);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await saving.submit({ name: typed ?? suggested, filters: savedFilters(values) });
    if (saving.get().state === 'done') setTyped(null);
  };
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <Field
        name="name"
        label={t('searches:name')}
        note={t('searches:note')}
        autoComplete="off"
        maxLength={SEARCH_NAME_LENGTH}
        required
        value={typed ?? suggested}
        onChange={setTyped}
      />
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      <div className="form-actions">
        <Button kind="primary" type="submit" isBusy={state.state === 'sending'}>
          {t('searches:save')}
        </Button>
      </div>
      <p role="status">{state.state === 'done' && t('searches:saved')}</p>
    </form>
  );
}
