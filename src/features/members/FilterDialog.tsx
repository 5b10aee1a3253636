// The filters of the search in a dialog; nothing changes until "show members" is pressed.
import { useState, type SubmitEvent } from 'react';
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import { $filters, applyFilters, resetFilters } from '#stores/search';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { FilterFields } from './FilterFields.tsx';
import { chosenFilters, type FilterValues, filtersInForce } from './search-filters.ts';

interface Props {
  usual: FilterValues;
  isOpen: boolean;
  onClose: () => void;
}

export function FilterDialog({ usual, isOpen, onClose }: Props) {
  return (
    <Modal isOpen={isOpen} title={t('members:filters')} isSheet onClose={onClose}>
      <FilterForm usual={usual} onClose={onClose} />
    </Modal>
  );
}

function FilterForm({ usual, onClose }: { usual: FilterValues; onClose: () => void }) {
  const [values, setValues] = useState(() => filtersInForce(usual, $filters.get()));
  const hasChosen = Object.keys(useStore($filters)).length > 0;
  const show = (event: SubmitEvent): void => {
    event.preventDefault();
    void applyFilters(chosenFilters(usual, values));
    onClose();
  };
  const startAgain = (): void => {
    void resetFilters();
    onClose();
  };
  return (
    <form className="filter-form" onSubmit={show}>
      <FilterFields values={values} onChange={(changed) => setValues({ ...values, ...changed })} />
      <div className="form-actions">
        {hasChosen && (
          <Button kind="quiet" onClick={startAgain}>
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
