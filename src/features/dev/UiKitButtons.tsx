// Buttons and links in the UI kit, in each kind and state.
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';

const kinds = ['primary', 'normal', 'line', 'quiet'] as const;

export function UiKitButtons() {
  return (
    <>
      {kinds.map((kind) => (
        <div className="ui-kit-row" key={kind}>
          <Button kind={kind}>{t('members:show')}</Button>
          <Button kind={kind} icon="refresh">
            {t('shell:retry')}
          </Button>
          <Button kind={kind} isBusy>
            {t('shell:loading')}
          </Button>
          <Button kind={kind} isDisabled>
            {t('members:show')}
          </Button>
          <Button kind={kind} href="#main">
            {t('members:to_search')}
          </Button>
        </div>
      ))}
      <div className="ui-kit-narrow">
        <Button kind="primary" isBlock>
          {t('members:show')}
        </Button>
      </div>
    </>
  );
}
