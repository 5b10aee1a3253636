// The discreet icon and name of the app on this device: the switch, and what a browser does and does not do with it.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { errorText, t } from '#lib/i18n';
import { $isDiscreet } from '#stores/discreet';
import { createDiscreetSwitch } from '#stores/push-choice';
import { $siteSettings } from '#stores/site-settings';
import { Notice } from '#ui/Notice';
import { Switch } from '#ui/Switch';

export function DiscreetSection() {
  const isOn = useStore($isDiscreet);
  const { name } = useStore($siteSettings);
  const [change] = useState(createDiscreetSwitch);
  const state = useStore(change);
  // The page takes over the icon and name (src/layouts/inline/members.js).
  useEffect(() => void document.dispatchEvent(new Event('discreet')), [isOn]);
  return (
    <div className="stack">
      <Switch
        name="discreet"
        label={t('discreet:switch')}
        note={t('discreet:note', { app: t('discreet:name'), name })}
        isOn={isOn}
        onChange={(isWanted) => void change.submit(isWanted)}
      />
      <p className="small">{t('discreet:installed')}</p>
      <p className="small">{t('discreet:stays', { name })}</p>
      {state.state === 'failed' && <Notice tone="danger">{errorText(state.code)}</Notice>}
    </div>
  );
}
