// Reports about a member; what was kept as evidence is shown only when asked for, which the log tells.
import { useState } from 'react';
import type { Staff } from '#contract/staff';
import { mayCall } from '#domain/staff';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { useAsked } from '../asked.ts';
import { codeText, momentText } from '../codes.ts';
import { Evidence } from '../Evidence.tsx';
import { Loaded } from '../Loaded.tsx';
import type { Member } from './MemberView.tsx';

interface Props {
  staff: Staff;
  brand: string;
  reports: Member['reports'];
}

export function MemberReports({ staff, brand, reports }: Props) {
  return (
    <section>
      <h2>{t('console:reports')}</h2>
      {reports.length === 0 && <p>{t('console:no_reports')}</p>}
      <ul className="console-list">
        {reports.map(({ id, at, about, category, status }) => (
          <li key={id}>
            <b>{codeText(category)}</b> <span>{codeText(about)}</span>
            <span className="note">
              {momentText(at)} · {codeText(status)}
            </span>
            {mayCall('reports.show', staff.role) && <KeptEvidence {...{ brand, id }} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function KeptEvidence({ brand, id }: { brand: string; id: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <ShownEvidence {...{ brand, id }} />;
  return (
    <Button kind="line" onClick={() => setShown(true)}>
      {t('console:show_evidence')}
    </Button>
  );
}

function ShownEvidence({ brand, id }: { brand: string; id: string }) {
  const [asked, reload] = useAsked('reports.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ report }) => (
        <>
          <p>{report.text}</p>
          <Evidence {...{ brand, report: id, evidence: report.evidence }} />
        </>
      )}
    </Loaded>
  );
}
