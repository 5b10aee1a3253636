// Fictional profiles of a brand: how many there are, making one, and editing or retiring each.
import { useState } from 'react';
import type { StaffOutput } from '#contract/staff';
import { formatNumber, t } from '#lib/i18n';
import { Select } from '#ui/Select';
import { ask, useAsked } from '../asked.ts';
import { codeText, dayText } from '../codes.ts';
import { Details } from '../Details.tsx';
import { reasonField } from '../form-field.ts';
import { Heading } from '../Heading.tsx';
import { Loaded } from '../Loaded.tsx';
import { ActionDialog } from '../members/ActionDialog.tsx';
import { Table } from '../Table.tsx';
import { fictionalFields, fictionalOf } from './fictional-fields.ts';

type Brands = StaffOutput<'brands.list'>['brands'];
type Answer = StaffOutput<'fictional.list'>;

export function FictionalPage() {
  const [asked, reload] = useAsked('brands.list', {});
  return (
    <>
      <Heading text={t('console:nav_fictional')} />
      <Loaded asked={asked} onRetry={reload}>
        {({ brands }) => <Brand brands={brands} />}
      </Loaded>
    </>
  );
}

function Brand({ brands }: { brands: Brands }) {
  const [brand, setBrand] = useState(brands[0]?.folder ?? '');
  const options = brands.map(({ folder, name }) => ({ value: folder, text: name }));
  return (
    <>
      <div className="console-filters">
        <Select {...{ label: t('console:brand'), name: 'brand', options, value: brand, onChange: setBrand }} />
      </div>
      <Profiles key={brand} brand={brand} />
    </>
  );
}

function Profiles({ brand }: { brand: string }) {
  const [asked, reload] = useAsked('fictional.list', { brand });
  const [said, setSaid] = useState('');
  const done = (text: string): void => {
    setSaid(text);
    reload();
  };
  return (
    <>
      <p className="console-said" role="status">
        {said}
      </p>
      <Loaded asked={asked} onRetry={reload}>
        {(answer) => <List {...{ brand, answer, onDone: done }} />}
      </Loaded>
    </>
  );
}

interface Props {
  brand: string;
  answer: Answer;
  onDone: (said: string) => void;
}

const HEADS = ['name_shown', 'born', 'gender', 'country', 'line', 'status', 'act_on'] as const;

function List({ brand, answer, onDone }: Props) {
  const { profiles, fictional, retired, countries, list } = answer;
  return (
    <>
      <Details
        details={[
          [t('console:fictional_shown'), formatNumber(fictional)],
          [t('console:profiles_shown'), formatNumber(profiles)],
          [t('console:fictional_retired'), formatNumber(retired)],
        ]}
      />
      <p className="note">{t('console:fictional_note')}</p>
      <div className="console-ways">
        <ActionDialog
          form={`fictional ${brand}`}
          {...{ label: t('console:fictional_make'), title: t('console:fictional_make_title'), onDone }}
          fields={() => [...fictionalFields(countries), reasonField()]}
          send={async (values, once) => {
            await ask('fictional.make', { brand, ...fictionalOf(values) }, once);
            return t('console:fictional_made');
          }}
        />
      </div>
      <Table
        caption={t('console:nav_fictional')}
        empty={t('console:fictional_none')}
        heads={HEADS.map((each) => t(`console:${each}`))}
        rows={list.map((profile) => [
          profile.name,
          dayText(profile.date_of_birth),
          codeText(profile.gender),
          profile.country,
          profile.line,
          t(profile.retired ? 'console:is_retired' : 'console:is_shown'),
          <Ways key={profile.id} {...{ brand, profile, countries, onDone }} />,
        ])}
      />
    </>
  );
}

type WaysProps = Pick<Props, 'brand' | 'onDone'> & {
  profile: Answer['list'][number];
  countries: readonly string[];
};

function Ways({ brand, profile, countries, onDone }: WaysProps) {
  const { id, name, retired } = profile;
  return (
    <div className="console-ways">
      <ActionDialog
        form={`fictional ${brand} ${id}`}
        {...{ label: t('console:fictional_edit'), title: t('console:fictional_edit_title', { name }), onDone }}
        fields={() => [...fictionalFields(countries, profile), reasonField()]}
        send={async (values, once) => {
          await ask('fictional.edit', { brand, id, ...fictionalOf(values) }, once);
          return t('console:fictional_edited');
        }}
      />
      {!retired && (
        <ActionDialog
          form={`retire ${brand} ${id}`}
          {...{ label: t('console:fictional_retire'), title: t('console:fictional_retire_title', { name }), onDone }}
          fields={() => [reasonField()]}
          send={async ({ reason = '' }, once) => {
            await ask('fictional.retire', { brand, id, reason }, once);
            return t('console:fictional_retired_said');
          }}
        />
      )}
    </div>
  );
}
