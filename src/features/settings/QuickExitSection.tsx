// The quick exit: the switch of its key, and a button that does the same.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { errorText, t } from '#lib/i18n';
import { leaveQuickly } from '#lib/quick-exit';
import { $accountSettings, $privacyError, setPrivacy } from '#stores/account-settings';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { Switch } from '#ui/Switch';
import { Loaded } from './Loaded.tsx';

const load = (): void => void $accountSettings.reload();

export function QuickExitSection() {
  const shown = useStore($accountSettings);
  const error = useStore($privacyError);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={['switch', 'button']} onRetry={load}>
      {({ settings: { quick_exit: isOn } }) => (
        <div className="stack">
          <Switch
            name="quick_exit"
            label={t('settings:quick_exit_key')}
            note={t('settings:quick_exit_note')}
            isOn={isOn}
            onChange={(isWanted) => void setPrivacy({ quick_exit: isWanted })}
          />
          {error && (
            <Notice tone="danger">
              {t('settings:privacy_failed')} {errorText(error)}
            </Notice>
          )}
          <div className="form-actions">
            <Button kind="line" onClick={leaveQuickly}>
              {t('settings:quick_exit_now')}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  );
}
