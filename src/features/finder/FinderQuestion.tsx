// One question: a press on an option answers it and leads on; of free time up to three are chosen first.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FINDER_TIMES, finderQuestions, type FinderQuestion as Name } from '#domain/finder';
import { t } from '#lib/i18n';
import { $answers, answerQuestion, goBack, questions } from '#stores/finder';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';

export function FinderQuestion({ name }: { name: Name }) {
  const answers = useStore($answers);
  const given = answers[name] ?? null;
  const [chosen, setChosen] = useState<readonly string[]>(Array.isArray(given) ? given : []);
  const isMany = name === 'time';
  const options: readonly string[] = finderQuestions[name];
  const number = questions.indexOf(name) + 1;
  const press = (option: string): void => {
    if (!isMany) answerQuestion(name, option as never);
    else if (chosen.includes(option)) setChosen(chosen.filter((each) => each !== option));
    else if (chosen.length < FINDER_TIMES) setChosen([...chosen, option]);
  };
  return (
    <div className="finder">
      <p className="finder-progress muted small">
        <progress value={number} max={questions.length} aria-hidden="true" />
        <span>{t('finder:progress', { number, total: questions.length })}</span>
      </p>
      <h1 className="finder-heading" tabIndex={-1}>
        {t(`finder:${name}`)}
      </h1>
      {isMany && <p className="muted">{t('finder:time_note', { count: FINDER_TIMES })}</p>}
      <ul className="finder-options">
        {options.map((option) => {
          const isChosen = isMany ? chosen.includes(option) : given === option;
          return (
            <li key={option}>
              <button
                className="finder-option"
                type="button"
                aria-pressed={isChosen}
                aria-disabled={isMany && !isChosen && chosen.length >= FINDER_TIMES ? true : undefined}
                onClick={() => press(option)}
              >
                <span>{t(`finder:${name}_${option}`)}</span>
                <Icon name="check" />
              </button>
            </li>
          );
        })}
      </ul>
      <div className="finder-actions">
        <Button kind="line" icon="left" onClick={goBack}>
          {t('shell:back')}
        </Button>
        {isMany && chosen.length > 0 ? (
          <Button kind="primary" onClick={() => answerQuestion('time', chosen as never)}>
            {t('finder:go_on')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => answerQuestion(name, null)}>
            {t('finder:skip')}
          </Button>
        )}
      </div>
    </div>
  );
}
