// The first step of direct debit: the account holder's details, and the mandate with its consent.
import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import type { DebitOffer } from '#contract/debit';
import type { Package } from '#contract/credits';
import { isHolderCountry } from '#domain/debit';
import { countryName, currentLanguage, errorText, formatMoney, t } from '#lib/i18n';
import { type Debit, DEBIT_LENGTHS, type TypedDetails } from '#stores/debit';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Checkbox } from '#ui/Checkbox';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';
import { Select } from '#ui/Select';
import { DebitMandate } from './DebitMandate.tsx';

interface Props {
  debit: Debit;
  mandate: Pick<DebitOffer, 'creditor' | 'reference'>;
  total: Package;
  typed: TypedDetails;
  onType: (typed: TypedDetails) => void;
}

type TextName = Exclude<keyof TypedDetails, 'consent' | 'country'>;
interface TextField {
  readonly name: TextName;
  readonly autoComplete: string;
  readonly type?: 'tel';
}

const ACCOUNT: readonly TextField[] = [
  { name: 'holder', autoComplete: 'name' },
  { name: 'iban', autoComplete: 'off' },
];
const ADDRESS: readonly TextField[] = [
  { name: 'street', autoComplete: 'address-line1' },
  { name: 'postcode', autoComplete: 'postal-code' },
  { name: 'city', autoComplete: 'address-level2' },
];
const PHONE: TextField = { name: 'phone', autoComplete: 'tel', type: 'tel' };

export function DebitForm({ debit, mandate, total, typed, onType }: Props) {
  const state = useStore(debit.begin);
  const fields = state.state === 'failed' ? state.fields : {};
  const errorOf = (name: string): string | null => (fields[name] ? errorText(`field_${fields[name]}`) : null);
  const general = state.state === 'failed' && Object.keys(fields).length === 0 ? state : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void debit.begin.submit(typed);
  };
  const text = ({ name, ...input }: TextField) => (
    <Field
      key={name}
      {...input}
      name={name}
      maxLength={DEBIT_LENGTHS[name]}
      label={t(`debit:${name}`)}
      note={name === 'phone' ? t('debit:phone_note') : undefined}
      required
      value={typed[name]}
      error={errorOf(name)}
      onChange={(value) => onType({ ...typed, [name]: value })}
    />
  );
  return (
    <form className="narrow stack" onSubmit={send}>
      <h1 className="page-heading">{t('debit:heading')}</h1>
      <p>
        <span>{t('debit:lead')}</span>{' '}
        <b>{[t('credits:amount', { count: total.credits }), formatMoney(total.price)].join(' · ')}</b>
      </p>
      <fieldset className="choices">
        <legend className="display">{t('debit:account')}</legend>
        {ACCOUNT.map(text)}
      </fieldset>
      <fieldset className="choices">
        <legend className="display">{t('debit:address')}</legend>
        {ADDRESS.map(text)}
        <Countries
          value={typed.country}
          error={errorOf('country')}
          onChange={(country) => onType({ ...typed, country })}
        />
      </fieldset>
      {text(PHONE)}
      <DebitMandate {...mandate} />
      <Checkbox
        name="consent"
        label={t('debit:consent')}
        isOn={typed.consent}
        error={errorOf('consent')}
        onChange={(consent) => onType({ ...typed, consent })}
      />
      {general && <Notice tone="danger">{errorText(general.code, { seconds: general.seconds ?? 0 })}</Notice>}
      <Button kind="primary" type="submit" isBlock isBusy={state.state === 'sending'}>
        {t('debit:send')}
      </Button>
    </form>
  );
}

/** The countries of the site in which the account holder may live. */
function Countries(field: { value: string; error: string | null; onChange: (country: string) => void }) {
  const { countries } = useStore($siteSettings);
  const options = countries
    .filter(isHolderCountry)
    .map((code) => ({ value: code, text: countryName(code) }))
    .sort((a, b) => a.text.localeCompare(b.text, currentLanguage()));
  return <Select {...field} name="country" label={t('debit:country')} options={options} />;
}
