// The member's own reports and what became of them.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDay, hasText, t } from '#lib/i18n';
import { $reports } from '#stores/safety';
import { Loaded } from './Loaded.tsx';

const load = (): void => void $reports.reload();

export function ReportsSection() {
  const shown = useStore($reports);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={['line']} onRetry={load}>
      {({ reports }) =>
        reports.length === 0 ? (
          <p>{t('safety:reports_empty')}</p>
        ) : (
          <ul className="setting-rows">
            {reports.map(({ number, name, at, category, status, decision }) => (
              <li key={number}>
                <span>
                  <b>{t('safety:report_line', { name, date: formatDay(at), number })}</b>
                  {hasText(`safety:category_${category}`) && (
                    <span className="field-note">{t(`safety:category_${category}`)}</span>
                  )}
                  {hasText(`safety:status_${status}`) && (
                    <span className="field-note">{t(`safety:status_${status}`)}</span>
                  )}
                  {decision && <span className="field-note">{t('safety:decision', { text: decision })}</span>}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
