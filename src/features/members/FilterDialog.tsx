// The filter dialog of the search; changes apply on submit.
import { useState, type SubmitEvent } from 'react';
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $filters, applyFilters, resetFilters } from '#stores/search';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { FilterFields } from './FilterFields.tsx';
import { chosenFilters, type FilterValues, activeFilters } from './search-filters.ts';

interface Props {
  defaults: FilterValues;
  isOpen: boolean;
  onClose: () => void;
}

export function FilterDialog({ defaults, isOpen, onClose }: Props) {
  return (
    <Modal isOpen={isOpen} title={t('members:filters')} isSheet onClose={onClose}>
      <FilterForm usual={defaults} onClose={onClose} />
    </Modal>
  );
}

function FilterForm({ usual: defaults, onClose }: { usual: FilterValues; onClose: () => void }) {
  const [values, setValues] = useState(() => activeFilters(defaults, $filters.get()));
  const hasChosen = Object.keys(useStore($filters)).length > 0;
  const show = (event: SubmitEvent): void => {
    event.preventDefault();
    void applyFilters(chosenFilters(defaults, values));
    onClose();
  };
  const reset = (): void => {
    void resetFilters();
    onClose();
  };
  return (
    <form className="filter-form" onSubmit={show}>
      <FilterFields values={values} onChange={(changed) => setValues({ ...values, ...changed })} />
      <div className="form-actions">
        {hasChosen && (
          <Button kind="quiet" onClick={reset}>
            {t('members:start_again')}
          </Button>
        )}
        <Button kind="primary" type="submit">
          {t('members:show')}
        </Button>
      </div>
    </form>
  );
}
