// Who may see the member: invisible mode, and previews for visitors.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { errorText, t } from '#lib/i18n';
import { $accountSettings, $privacyError, setPrivacy } from '#stores/account-settings';
import { Notice } from '#ui/Notice';
import { Switch } from '#ui/Switch';
import { Loaded } from './Loaded.tsx';

const load = (): void => void $accountSettings.reload();

export function PrivacySection() {
  const shown = useStore($accountSettings);
  const error = useStore($privacyError);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={['switch', 'switch']} onRetry={load}>
      {({ settings: { visible, show_to_visitors: toVisitors } }) => (
        <div className="stack">
          <Switch
            name="invisible"
            label={t('settings:invisible')}
            note={t('settings:invisible_note')}
            isOn={!visible}
            onChange={(isOn) => void setPrivacy({ visible: !isOn })}
          />
          <Switch
            name="show_to_visitors"
            label={t('settings:visitors')}
            note={t('settings:visitors_note')}
            isOn={toVisitors}
            onChange={(isOn) => void setPrivacy({ show_to_visitors: isOn })}
          />
          {error && (
            <Notice tone="danger">
              {t('settings:privacy_failed')} {errorText(error)}
            </Notice>
          )}
        </div>
      )}
    </Loaded>
  );
}
