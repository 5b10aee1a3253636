// Form fields in the UI kit: empty, filled, invalid and disabled.
import { useState } from 'react';
import { AGE } from '#domain/limits';
import { countryName, t } from '#lib/i18n';
import { AgeRange } from '#ui/AgeRange';
import { Field } from '#ui/Field';
import { Segmented } from '#ui/Segmented';
import { Select } from '#ui/Select';
import { Switch } from '#ui/Switch';

const countries = ['NL', 'DE', 'FI'];
const genders = ['any', 'female', 'male'];

export function UiKitForms() {
  const [country, setCountry] = useState('NL');
  const [gender, setGender] = useState('any');
  const [isOn, setOn] = useState(true);
  const [ages, setAges] = useState({ min: 30, max: 48 });
  return (
    <div className="ui-kit-narrow">
      <Field label={t('auth:email')} name="email" type="email" note={t('auth:lead')} />
      <Field label={t('auth:email')} name="refused" type="email" error={t('errors:field_required')} />
      <Field
        label={t('auth:password')}
        name="password"
        type="password"
        toggle={{ show: t('auth:show_password'), hide: t('auth:hide_password') }}
      />
      <Select
        label={t('members:country')}
        name="country"
        value={country}
        onChange={setCountry}
        options={countries.map((code) => ({ value: code, text: countryName(code) }))}
      />
      <Select
        label={t('members:region_province')}
        name="region"
        value=""
        isDisabled
        onChange={() => undefined}
        options={[{ value: '', text: t('members:region_any') }]}
      />
      <Segmented
        label={t('members:gender')}
        name="gender"
        value={gender}
        onChange={setGender}
        options={genders.map((each) => ({ value: each, text: t(`members:gender_${each}`) }))}
      />
      <AgeRange
        label={t('members:age')}
        fromLabel={t('members:age_from')}
        toLabel={t('members:age_to')}
        limits={AGE}
        {...ages}
        onChange={(min, max) => setAges({ min, max })}
      />
      <Switch
        label={t('members:real', { profiles: t('members:fictional') })}
        note={t('members:real_note')}
        name="real"
        isOn={isOn}
        onChange={setOn}
      />
      <Switch label={t('members:two_way')} name="two_way" isOn={!isOn} onChange={(value) => setOn(!value)} />
    </div>
  );
}
