// Notifications on this device: on or off, neutral or with details, and what to do when the browser blocks them.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { browserKind } from '#lib/browser-kind';
import { errorText, t } from '#lib/i18n';
import { $push, isSubscribed } from '#stores/push';
import { createPushDetails, createPushStart, createPushStop } from '#stores/push-choice';
import { Notice } from '#ui/Notice';
import { PushBlocked } from '#ui/PushBlocked';
import { Switch } from '#ui/Switch';
import { SwitchListSkeleton } from '#ui/SwitchListSkeleton';

export function PushSection() {
  const { capable, subscribed } = useStore($push);
  if (subscribed === 'not_capable') return <Notice>{t('notifications:push_not_capable')}</Notice>;
  if (subscribed === 'denied') return <PushBlocked browser={browserKind(navigator)} />;
  // Until it is known whether it is on, as high as it is then.
  if (!capable) return <SwitchListSkeleton label={t('shell:loading')} rows={2} />;
  return <Switches />;
}

function Switches() {
  const push = useStore($push);
  const [start] = useState(createPushStart);
  const [stop] = useState(createPushStop);
  const [setDetails] = useState(createPushDetails);
  const isOn = isSubscribed(push);
  const failed = [useStore(start), useStore(stop), useStore(setDetails)].find(({ state }) => state === 'failed');
  return (
    <div className="switch-list">
      <Switch
        name="push"
        label={t('notifications:push_here')}
        note={t('notifications:push_here_note')}
        isOn={isOn}
        onChange={(isWanted) => void (isWanted ? start : stop).submit(undefined)}
      />
      {isOn && (
        <Switch
          name="push_details"
          label={t('notifications:push_details')}
          note={t('notifications:push_details_note')}
          isOn={push.details === true}
          onChange={(isWanted) => void setDetails.submit(isWanted)}
        />
      )}
      {failed?.state === 'failed' && <Notice tone="danger">{errorText(failed.code)}</Notice>}
    </div>
  );
}
