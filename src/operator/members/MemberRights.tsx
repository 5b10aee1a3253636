// What a member may ask for by law: a copy of their data, and being erased.
import type { StaffRole } from '#contract/staff';
import { mayCall } from '#domain/staff';
import { t } from '#lib/i18n';
import { ask } from '../asked.ts';
import { reasonField } from '../form-field.ts';
import { ActionDialog } from './ActionDialog.tsx';

interface Props {
  role: StaffRole;
  brand: string;
  id: string;
  onDone: (said: string) => void;
  onErased: (said: string) => void;
}

export function MemberRights({ role, brand, id, onDone, onErased }: Props) {
  return (
    <>
      {mayCall('members.export', role) && (
        <ActionDialog
          form={`export ${brand} ${id}`}
          {...{ label: t('console:export'), title: t('console:export_title'), onDone }}
          fields={() => [reasonField(t('console:export_note'))]}
          send={async ({ reason = '' }, once) => {
            await ask('members.export', { brand, id, reason }, once);
            return t('console:export_said');
          }}
        />
      )}
      {mayCall('members.erase', role) && (
        <ActionDialog
          form={`erase ${brand} ${id}`}
          {...{ label: t('console:erase'), title: t('console:erase_title'), onDone: onErased }}
          fields={() => [reasonField(t('console:erase_note'))]}
          send={async ({ reason = '' }, once) => {
            await ask('members.erase', { brand, id, reason }, once);
            return t('console:erase_said');
          }}
        />
      )}
    </>
  );
}
