// The form of a report: category, what happened, and whether to block as well; then its number.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Report } from '#contract/safety';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { createReport, REPORT_CATEGORIES } from '#stores/safety';
import { closeSafetyDialog, type SafetySubject } from '#stores/safety-dialog';
import { Button } from '#ui/Button';
import { Choice } from '#ui/Choice';
import { Notice } from '#ui/Notice';
import { Switch } from '#ui/Switch';
import { TextArea } from '#ui/TextArea';

interface Props {
  member: SafetySubject;
  photo?: string;
  seq?: number;
}

const MAX_TEXT = 2000;

export function ReportForm({ member: { id, name }, photo, seq }: Props) {
  const [number, setNumber] = useState<string | null>(null);
  const [report] = useState(() => createReport(setNumber));
  const state = useStore(report);
  const [category, setCategory] = useState<Report['category'] | null>(null);
  const [text, setText] = useState('');
  const [block, setBlock] = useState(true);
  if (number !== null) return <Sent number={number} />;
  const send = (): void => {
    if (!category) return;
    const part = photo === undefined ? (seq === undefined ? {} : { seq }) : { photo };
    void report.submit({ profile: id, ...part, category, text, block });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p>{t('safety:report_text', { name })}</p>
      <fieldset className="field report-categories">
        <legend className="field-label">{t('safety:category')}</legend>
        {REPORT_CATEGORIES.map((each) => (
          <Choice
            key={each}
            name="category"
            value={each}
            isChosen={each === category}
            onChoose={() => setCategory(each)}
          >
            {t(`safety:category_${each}`)}
          </Choice>
        ))}
      </fieldset>
      <TextArea label={t('safety:text_label')} name="text" value={text} maxLength={MAX_TEXT} onChange={setText} />
      <Switch name="block" label={t('safety:also_block', { name })} isOn={block} onChange={setBlock} />
      {state.state === 'failed' && (
        <Notice tone="danger">{errorText(state.code, { seconds: state.seconds ?? 0 })}</Notice>
      )}
      <div className="form-actions">
        <Button kind="quiet" onClick={closeSafetyDialog}>
          {t('safety:cancel')}
        </Button>
        <Button kind="primary" type="submit" isDisabled={!category} isBusy={state.state === 'sending'}>
          {t('safety:send')}
        </Button>
      </div>
    </form>
  );
}

function Sent({ number }: { number: string }) {
  return (
    <div className="stack" role="status">
      <p>
        <b>{t('safety:sent_heading')}</b>
      </p>
      <p>{t('safety:sent_text', { number })}</p>
      <p>
        <a href={linkTo('pages-safety')}>{t('safety:advice')}</a>
      </p>
      <div className="form-actions">
        <Button kind="primary" onClick={closeSafetyDialog}>
          {t('shell:close')}
        </Button>
      </div>
    </div>
  );
}
