// Members: finding one by the whole address, and the page of one.
import { type FormEvent, useState } from 'react';
import type { Staff } from '#contract/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { Select } from '#ui/Select';
import { ask, failureText, fieldTexts, useAsked, useSending } from '../asked.ts';
import { Heading } from '../Heading.tsx';
import { Loaded } from '../Loaded.tsx';
import { go, pathTo } from '../route.ts';
import { MemberView } from './MemberView.tsx';

interface Props {
  staff: Staff;
  ids: readonly string[];
}

export function MembersPage({ staff, ids: [brand, id] }: Props) {
  if (brand !== undefined && id !== undefined) return <MemberView key={id} {...{ staff, brand, id }} />;
  return <FindPage />;
}

function FindPage() {
  const [asked, reload] = useAsked('brands.list', {});
  return (
    <>
      <Heading text={t('console:nav_members')} />
      <Loaded asked={asked} onRetry={reload}>
        {({ brands }) => <FindForm brands={brands.map(({ folder, name }) => ({ value: folder, text: name }))} />}
      </Loaded>
    </>
  );
}

function FindForm({ brands }: { brands: readonly { readonly value: string; readonly text: string }[] }) {
  const [brand, setBrand] = useState(brands[0]?.value ?? '');
  const [email, setEmail] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const { isBusy, error, send } = useSending();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(async () => {
      setUnknown(false);
      const { id } = await ask('members.find', { brand, email });
      if (id === null) setUnknown(true);
      else go(pathTo('members', brand, id));
    });
  };
  return (
    <form className="console-form console-find" onSubmit={submit}>
      <Select {...{ label: t('console:brand'), name: 'brand', options: brands, value: brand, onChange: setBrand }} />
      <Field
        {...{ label: t('console:email'), note: t('console:find_note'), name: 'email', type: 'email', required: true }}
        {...{ value: email, error: fieldTexts(error)['email'], onChange: setEmail, autoComplete: 'off' }}
      />
      <p className="form-error" role="alert">
        {error !== null && <span>{failureText(error)}</span>}
        {isUnknown && <span>{t('console:no_member')}</span>}
      </p>
      <Button kind="primary" type="submit" icon="search" isBusy={isBusy}>
        {t('console:find')}
      </Button>
    </form>
  );
}
