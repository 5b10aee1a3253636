// Country, region and city: the lists of the later ones belong to the earlier ones.
import { Combobox } from './Combobox.tsx';
import { Select, type SelectOption } from './Select.tsx';

/** Empty texts for what is not chosen. */
export interface PlaceValue {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

interface Props {
  labels: {
    readonly country: string;
    /** In the word of the country, e.g. "Province". */
    readonly region: string;
    readonly noRegion: string;
    readonly city: string;
    readonly cityNote: string;
    readonly cityCount: (count: number) => string;
  };
  countries: readonly SelectOption[];
  /** Of the chosen country; empty while they load. */
  regions: readonly SelectOption[];
  /** Of the chosen region; empty while they load. */
  cities: readonly string[];
  value: PlaceValue;
  errors: { readonly country?: string | null; readonly region?: string | null; readonly city?: string | null };
  onChange: (value: PlaceValue) => void;
}

export function PlacePicker({ labels, countries, regions, cities, value, errors, onChange }: Props) {
  return (
    <>
      <Select
        label={labels.country}
        name="country"
        options={countries}
        value={value.country}
        error={errors.country}
        onChange={(country) => onChange({ country, region: '', city: '' })}
      />
      <Select
        label={labels.region}
        name="region"
        options={[{ value: '', text: labels.noRegion }, ...regions]}
        value={value.region}
        error={errors.region}
        isDisabled={regions.length === 0}
        onChange={(region) => onChange({ ...value, region, city: '' })}
      />
      <Combobox
        label={labels.city}
        name="city"
        options={cities}
        value={value.city}
        countText={labels.cityCount}
        note={labels.cityNote}
        error={errors.city}
        isDisabled={value.region === ''}
        onChange={(city) => onChange({ ...value, city })}
      />
    </>
  );
}
