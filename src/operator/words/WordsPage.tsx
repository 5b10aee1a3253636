// The words that the scam guard of a brand looks for, by language: one can be added, and each can be switched off.
import { useState } from 'react';
import type { Staff, StaffInput, StaffOutput } from '#contract/staff';
import { wordKinds } from '#contract/safety';
import { wordLanguages } from '#contract/staff-guard';
import { mayCall } from '#domain/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Select } from '#ui/Select';
import { ask, failureText, fieldTexts, useAsked, useSending } from '../asked.ts';
import { codeText } from '../codes.ts';
import { FormFields } from '../FormFields.tsx';
import { type FormField, initialOf, reasonField, type Values } from '../form-field.ts';
import { Heading } from '../Heading.tsx';
import { Loaded } from '../Loaded.tsx';
import { Table } from '../Table.tsx';

type Word = StaffOutput<'words.list'>['words'][number];
type Language = StaffInput<'words.set'>['language'];
const isLanguage = (value: string): value is Language => wordLanguages.some((each) => each === value);

export function WordsPage({ staff }: { staff: Staff }) {
  const [asked, reload] = useAsked('brands.list', {});
  return (
    <>
      <Heading text={t('console:nav_words')} />
      <p>{t('console:words_text')}</p>
      <Loaded asked={asked} onRetry={reload}>
        {({ brands }) => (
          <BrandWords
            brands={brands.map(({ folder, name }) => ({ value: folder, text: name }))}
            mayChange={mayCall('words.set', staff.role)}
          />
        )}
      </Loaded>
    </>
  );
}

interface BrandProps {
  brands: readonly { readonly value: string; readonly text: string }[];
  mayChange: boolean;
}

function BrandWords({ brands, mayChange }: BrandProps) {
  const [brand, setBrand] = useState(brands[0]?.value ?? '');
  const [language, setLanguage] = useState<Language>('all');
  const [asked, reload] = useAsked('words.list', { brand });
  const languages = wordLanguages.map((value) => ({ value, text: value }));
  return (
    <>
      <div className="console-form console-find">
        <Select {...{ label: t('console:brand'), name: 'brand', options: brands, value: brand, onChange: setBrand }} />
        <Select
          {...{ label: t('console:word_language'), name: 'language', options: languages, value: language }}
          onChange={(value) => isLanguage(value) && setLanguage(value)}
        />
      </div>
      <Loaded asked={asked} onRetry={reload}>
        {({ words }) => (
          <Words
            key={`${brand} ${language}`}
            {...{ brand, language, mayChange, onChanged: reload }}
            words={words.filter((word) => word.language === language)}
          />
        )}
      </Loaded>
    </>
  );
}

interface WordsProps {
  brand: string;
  language: Language;
  words: readonly Word[];
  mayChange: boolean;
  onChanged: () => void;
}

function Words({ brand, language, words, mayChange, onChanged }: WordsProps) {
  const { isBusy, error, send } = useSending();
  const [values, setValues] = useState<Values>({});
  const fields = addFields();
  const set = (word: Pick<Word, 'kind' | 'word'>, isOn: boolean): void => {
    const { reason = '' } = values;
    const change = { brand, language, kind: word.kind, word: word.word, is_on: isOn, reason };
    void send(async () => {
      await ask('words.set', change);
      setValues({});
      onChanged();
    });
  };
  const add = (): void => {
    const { kind, word = '' } = { ...initialOf(fields), ...values };
    set({ kind: wordKinds.find((each) => each === kind) ?? 'money', word }, true);
  };
  return (
    <>
      {mayChange && (
        <form className="console-form" onSubmit={(event) => (event.preventDefault(), add())}>
          <FormFields {...{ fields, values, errors: fieldTexts(error), hasFocus: false, onChange: setValues }} />
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('console:word_add')}
          </Button>
        </form>
      )}
      <p className="form-error" role="alert">
        {error === null ? '' : failureText(error)}
      </p>
      <Table
        caption={t('console:words_heading')}
        empty={t('console:words_empty')}
        heads={[t('console:word'), t('console:word_kind'), ...(mayChange ? [t('console:status')] : [])]}
        rows={words.map((each) => [
          each.word,
          codeText(each.kind),
          ...(mayChange
            ? [
                <Button key="set" kind="line" isBusy={isBusy} onClick={() => set(each, !each.is_on)}>
                  {t(each.is_on ? 'console:word_off' : 'console:word_on')}
                </Button>,
              ]
            : []),
        ])}
      />
    </>
  );
}

const addFields = (): FormField[] => [
  { name: 'word', kind: 'line', label: t('console:word') },
  {
    ...{ name: 'kind', kind: 'choice', label: t('console:word_kind') },
    choices: wordKinds.map((value) => ({ value, text: codeText(value) })),
  },
  reasonField(),
];
