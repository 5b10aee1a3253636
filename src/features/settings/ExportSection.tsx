// A copy of everything held of the member: asked for with the password, and downloaded once it is made.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DataExport } from '#contract/settings';
import { DATA_EXPORT } from '#domain/limits';
import { formatDay, t } from '#lib/i18n';
import { $dataExport, createExportRequest, EXPORT_FILE } from '#stores/data-export';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';
import { Loaded } from './Loaded.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const load = (): void => void $dataExport.reload();

export function ExportSection() {
  const shown = useStore($dataExport);
  useEffect(load, []);
  return (
    <Loaded shown={shown} parts={['text', 'field', 'button']} onRetry={load}>
      {({ export: latest }) => (
        <div className="stack">
          <div className="stack" role="status">
            {latest && <Progress {...latest} />}
          </div>
          {!latest && <p>{t('settings:export_text', { days: DATA_EXPORT.validDays })}</p>}
          {latest?.made_at && <p className="muted">{t('settings:export_again')}</p>}
          {latest && !latest.made_at && !latest.failed ? (
            <div className="form-actions">
              <Button onClick={load}>{t('settings:export_check')}</Button>
            </div>
          ) : (
            <RequestForm />
          )}
        </div>
      )}
    </Loaded>
  );
}

function Progress({ made_at: made, failed, expires_at: until }: DataExport) {
  if (failed) return <Notice tone="warning">{t('settings:export_failed')}</Notice>;
  if (!made) return <Notice>{t('settings:export_waiting')}</Notice>;
  return (
    <>
      <Notice tone="success">{t('settings:export_ready', { made: formatDay(made), until: formatDay(until) })}</Notice>
      <div className="form-actions">
        <Button kind="primary" icon="download" href={EXPORT_FILE} isDownload>
          {t('settings:export_download')}
        </Button>
      </div>
    </>
  );
}

function RequestForm() {
  const [request] = useState(createExportRequest);
  const state = useStore(request);
  const [password, setPassword] = useState('');
  return (
    <SettingsForm state={state} action={t('settings:export_request')} onSend={() => request.submit({ password })}>
      <PasswordField state={state} value={password} onChange={setPassword} />
    </SettingsForm>
  );
}
