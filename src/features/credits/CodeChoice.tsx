// The selector of discount codes: the member's own, one they type, or none.
import { useStore } from '@nanostores/react';
import { useState, type FormEvent } from 'react';
import type { DiscountCode } from '#contract/discounts';
import { TIME_BONUS_CODE } from '#domain/discounts';
import { errorText, formatDay, formatPercent, t } from '#lib/i18n';
import { createCodeSearch } from '#stores/discounts';
import { Button } from '#ui/Button';
import { Choice } from '#ui/Choice';
import { Field } from '#ui/Field';

interface Props {
  codes: readonly DiscountCode[];
  current: DiscountCode | null;
  package: string;
  method: string | undefined;
  /** Null for none. */
  onChoose: (code: DiscountCode | null) => void;
}

export function CodeChoice({ codes, current, package: packageId, method, onChoose }: Props) {
  return (
    <div className="stack">
      {codes.length > 0 && (
        <fieldset className="choices">
          <legend className="display">{t('credits:discount')}</legend>
          {codes.map((each) => (
            <Choice
              key={each.code}
              name="discount"
              value={each.code}
              isChosen={each.code === current?.code}
              onChoose={() => onChoose(each)}
            >
              <b className="method-name">{each.code}</b>
              <span className="muted small">
                {[
                  formatPercent(each.value_percentage),
                  each.expires &&
                    each.code !== TIME_BONUS_CODE &&
                    t('credits:discount_until', { date: formatDay(each.expires) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Choice>
          ))}
          <Choice name="discount" value="" isChosen={current === null} onChoose={() => onChoose(null)}>
            {t('credits:discount_none')}
          </Choice>
        </fieldset>
      )}
      {method && <CodeField package={packageId} method={method} onFound={onChoose} />}
    </div>
  );
}

function CodeField(props: { package: string; method: string; onFound: (code: DiscountCode) => void }) {
  const { package: packageId, method, onFound } = props;
  const [typed, setTyped] = useState('');
  const [search] = useState(() =>
    createCodeSearch((code) => {
      setTyped('');
      onFound(code);
    }),
  );
  const state = useStore(search);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') void search.submit({ code: typed, package: packageId, method });
  };
  return (
    <details className="code-entry">
      <summary>{t('credits:code_have')}</summary>
      <form className="code-form" onSubmit={send}>
        <Field
          name="code"
          label={t('credits:detail_code')}
          autoComplete="off"
          maxLength={40}
          value={typed}
          error={state.state === 'failed' ? errorText(state.code, { seconds: state.seconds ?? 0 }) : null}
          onChange={setTyped}
        />
        <Button type="submit" isBusy={state.state === 'sending'}>
          {t('credits:code_apply')}
        </Button>
      </form>
    </details>
  );
}
