// A report that waits: what was said and kept as evidence; closed, or something is done.
import type { StaffOutput } from '#contract/staff';
import { t } from '#lib/i18n';
import { ask, useAsked } from '../asked.ts';
import { codeText } from '../codes.ts';
import { ConsoleLink } from '../ConsoleLink.tsx';
import { type Detail, Details } from '../Details.tsx';
import { Evidence } from '../Evidence.tsx';
import { answerField, answerOf, measureFields, reasonField, reportMeasureOf } from '../form-field.ts';
import { Loaded } from '../Loaded.tsx';
import { Decisions } from '../Decisions.tsx';
import { pathTo } from '../route.ts';
import { Decide, type Way } from './Decide.tsx';
import { type Item, keyOf } from './kinds.ts';
import type { PanelProps } from './ItemPanel.tsx';

type Report = StaffOutput<'reports.show'>['report'];

export function ReportPanel({ item, mayDecide, hasKeys, onDecided }: PanelProps) {
  const { brand, id } = item;
  const [asked, reload] = useAsked('reports.show', { brand, id });
  return (
    <Loaded asked={asked} onRetry={reload}>
      {({ report }) => (
        <>
          <Details details={detailsOf(brand, report)} />
          <Evidence {...{ brand, report: id, evidence: report.evidence }} />
          <Decisions heading={t('console:decisions_before')} decisions={report.before} />
          {mayDecide && (
            <Decide {...{ about: keyOf(item), ways: waysOf(item, hasPhoto(report)), hasKeys, onDecided }} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** Whether there is one to take down: that of a profile, or a picture in the reported message, the last of the evidence. */
export const hasPhoto = ({ about, evidence }: Pick<Report, 'about' | 'evidence'>): boolean =>
  about === 'photo' || evidence.messages?.at(-1)?.picture !== undefined;

const personOf = (brand: string, id: string | null, name: string) =>
  id === null ? name : <ConsoleLink to={pathTo('members', brand, id)}>{name}</ConsoleLink>;

const detailsOf = (brand: string, report: Report): readonly Detail[] => [
  [t('console:reported'), personOf(brand, report.reported, report.name)],
  [t('console:reporter'), report.reporter && personOf(brand, report.reporter, t('console:open_member'))],
  [t('console:about'), codeText(report.about)],
  [t('console:category'), codeText(report.category)],
  [t('console:text'), report.text],
  [t('console:standing'), report.member_status && codeText(report.member_status)],
];

export const waysOf = ({ brand, id }: Item, isRemovable: boolean): readonly Way[] => [
  {
    ...{ key: 'a', label: t('console:report_close'), said: t('console:report_closed'), isPrimary: true },
    fields: () => [reasonField(), answerField()],
    send: (values) =>
      ask('reports.decide', {
        ...{ brand, id, measure: { action: 'close' }, reason: values['reason'] ?? '', ...answerOf(values) },
      }),
  },
  {
    ...{ key: 'r', label: t('console:report_act'), said: t('console:report_acted') },
    fields: (values) => [...measureFields(values, isRemovable ? ['remove_photo'] : []), reasonField(), answerField()],
    send: (values) =>
      ask('reports.decide', {
        ...{ brand, id, measure: reportMeasureOf(values), reason: values['reason'] ?? '', ...answerOf(values) },
      }),
  },
];
