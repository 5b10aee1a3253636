// Decisions about a member, the newest first.
import type { StaffOutput } from '#contract/staff';
import { t } from '#lib/i18n';
import { codeText, dayText, momentText } from './codes.ts';

type Decision = StaffOutput<'members.show'>['member']['decisions'][number];

export function Decisions({ heading, decisions }: { heading: string; decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section>
      <h3>{heading}</h3>
      <ul className="console-list">
        {decisions.map(({ at, operator, action, reason, until, note }) => (
          <li key={`${at} ${action}`}>
            <b>{codeText(action)}</b>
            {reason !== null && <span>{`: ${codeText(reason)}`}</span>}
            {until !== null && <span>{` (${t('console:until_day', { day: dayText(until) })})`}</span>}
            <span className="note">
              <span>{`${momentText(at)} · ${operator}`}</span>
              {note !== null && <span>{` · ${note}`}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
