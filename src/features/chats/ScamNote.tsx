// Below a received message with signs of a scam: "does this bother you?", and a report with one press. It is read out with the message.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { createReport } from '#stores/safety';
import { $answered, $scamRules, answer, isAnswered, topicToReport } from '#stores/scam-guard';
import { Button } from '#ui/Button';

interface Props {
  text: string;
  /** The partner's id. */
  partner: string;
  seq: number;
}

export function ScamNote({ text, partner, seq }: Props) {
  useStore($scamRules);
  useStore($answered);
  const isReported = isAnswered(partner, `reported ${seq}`);
  const [isDone, setDone] = useState(false);
  const [report] = useState(() =>
    createReport(() => {
      setDone(true);
      const about = topicToReport(text, partner, seq);
      answer(partner, `reported ${seq}`, ...(about ? ([`read ${about}`] as const) : []));
      focusTalk();
    }),
  );
  const state = useStore(report);
  // A long list draws it again and again, of which nothing is said.
  if (isReported)
    return (
      <p className="msg-note" role={isDone ? 'status' : undefined}>
        {t('scam:reported')}
      </p>
    );
  const topic = topicToReport(text, partner, seq);
  if (!topic) return null;
  const submit = (): void => void report.submit({ profile: partner, seq, category: 'scam', text: '', block: false });
  return (
    <div className="msg-note">
      <p>
        <b>{t('scam:bother_heading')}</b> <span>{t(`scam:bother_${topic}`)}</span>
      </p>
      {state.state === 'failed' && <p role="alert">{errorText(state.code, { seconds: state.seconds ?? 0 })}</p>}
      <div className="msg-note-actions">
        <Button isBusy={state.state === 'sending'} onClick={submit}>
          {t('scam:report')}
        </Button>
        <Button kind="quiet" onClick={() => (answer(partner, `read ${topic}`), focusTalk())}>
          {t('scam:fine')}
        </Button>
      </div>
    </div>
  );
}

/** The pressed button is gone. */
const focusTalk = (): void => document.querySelector<HTMLElement>('.talk')?.focus();
