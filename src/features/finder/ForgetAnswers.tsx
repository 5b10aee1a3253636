// The button that deletes the kept answers.
import { useStore } from '@nanostores/react';
import { errorText, t } from '#lib/i18n';
import { $forget } from '#stores/finder';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';

export function ForgetAnswers() {
  const forget = useStore($forget);
  return (
    <>
      <Button
        kind="quiet"
        icon="trash"
        isBusy={forget.state === 'sending'}
        onClick={() => void $forget.submit(undefined)}
      >
        {t('finder:forget')}
      </Button>
      {forget.state === 'failed' && <Notice tone="danger">{errorText(forget.code)}</Notice>}
    </>
  );
}
