// Quiet hours: a switch, and from when to when notifications wait.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { QuietHours } from '#contract/notifications';
import { QUIET_DEFAULT } from '#domain/quiet-hours';
import { errorText, t } from '#lib/i18n';
import { $notifications, createQuietHours, loadNotifications, watchNotifications } from '#stores/notifications';
import { Field } from '#ui/Field';
import { Notice } from '#ui/Notice';
import { Switch } from '#ui/Switch';
import { fieldError } from './field-error.ts';
import { Loaded } from './Loaded.tsx';
import { SettingsForm } from './SettingsForm.tsx';

export function QuietHoursSection() {
  const shown = useStore($notifications);
  useEffect(watchNotifications, []);
  return (
    <Loaded shown={shown} parts={['switch']} onRetry={() => void loadNotifications()}>
      {({ quiet }) => <Choice quiet={quiet} />}
    </Loaded>
  );
}

function Choice({ quiet }: { quiet: QuietHours | null }) {
  const [change] = useState(createQuietHours);
  const state = useStore(change);
  return (
    <div className="stack">
      <Switch
        name="quiet"
        label={t('notifications:quiet')}
        note={t('notifications:quiet_note')}
        isOn={quiet !== null}
        onChange={(isOn) => void change.submit(isOn ? QUIET_DEFAULT : null)}
      />
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
      {quiet && <Times key={`${quiet.from} ${quiet.to}`} quiet={quiet} />}
    </div>
  );
}

function Times({ quiet }: { quiet: QuietHours }) {
  const [change] = useState(createQuietHours);
  const state = useStore(change);
  const [from, setFrom] = useState(quiet.from);
  const [to, setTo] = useState(quiet.to);
  const isChanged = from !== quiet.from || to !== quiet.to;
  return (
    <SettingsForm
      state={state}
      action={t('notifications:quiet_save')}
      isPrimary
      isDisabled={!isChanged}
      onSend={() => change.submit({ from, to })}
    >
      <div className="time-range">
        <Field name="from" type="time" label={t('notifications:quiet_from')} required value={from} onChange={setFrom} />
        <Field
          name="to"
          type="time"
          label={t('notifications:quiet_to')}
          required
          value={to}
          error={fieldError(state, 'quiet.to')}
          onChange={setTo}
        />
      </div>
      <p className="muted small">{t('notifications:quiet_place')}</p>
    </SettingsForm>
  );
}
