// What staff can do about a member: measures, the end of a suspension, goodwill, and their rights.
import type { Staff } from '#contract/staff';
import { GOODWILL, mayCall } from '#domain/staff';
import { formatNumber, t } from '#lib/i18n';
import { ask } from '../asked.ts';
import { measureFields, memberMeasureOf, reasonField } from '../form-field.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { MemberRights } from './MemberRights.tsx';
import type { Member } from './MemberView.tsx';

interface Props {
  staff: Staff;
  brand: string;
  member: Member;
  onDone: (said: string) => void;
  onErased: (said: string) => void;
}

export function MemberActions({ staff: { role }, brand, member, onDone, onErased }: Props) {
  const { id } = member;
  const most = GOODWILL[role]?.credits;
  return (
    <div className="console-ways">
      {mayCall('members.decide', role) && (
        <ActionDialog
          form={`act ${brand} ${id}`}
          {...{ label: t('console:act'), title: t('console:act_title'), onDone }}
          fields={(values) => [...measureFields(values), reasonField()]}
          send={async (values, once) => {
            const measure = memberMeasureOf(values);
            await ask('members.decide', { brand, id, measure, reason: values['reason'] ?? '' }, once);
            return t('console:act_said');
          }}
        />
      )}
      {mayCall('members.decide', role) && member.status === 'suspended' && (
        <ActionDialog
          form={`restore ${brand} ${id}`}
          {...{ label: t('console:restore'), title: t('console:restore_title'), onDone }}
          fields={() => [reasonField()]}
          send={async ({ reason = '' }, once) => {
            await ask('members.decide', { brand, id, measure: { action: 'restore' }, reason }, once);
            return t('console:restore_said');
          }}
        />
      )}
      {most !== undefined && (
        <ActionDialog
          form={`goodwill ${brand} ${id}`}
          {...{ label: t('console:goodwill'), title: t('console:goodwill_title'), onDone }}
          fields={() => [
            {
              ...{ name: 'credits', kind: 'number', label: t('console:credits') },
              note: t('console:goodwill_note', { most: formatNumber(most) }),
            },
            reasonField(),
          ]}
          send={async ({ credits, reason = '' }, once) => {
            const { balance } = await ask('members.credit', { brand, id, credits: Number(credits), reason }, once);
            return t('console:goodwill_said', { balance: formatNumber(balance) });
          }}
        />
      )}
      <MemberRights {...{ role, brand, id, onDone, onErased }} />
    </div>
  );
}
