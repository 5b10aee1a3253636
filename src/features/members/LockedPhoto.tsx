// Stands where a private photo would, for a free member: explains Premium and leads to what it gives (decisions B13).
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';

export function LockedPhoto() {
  return (
    <div className="locked-photo">
      <Icon name="lock" />
      <h2>{t('members:locked')}</h2>
      <p>{t('shell:premium_private_photos')}</p>
      <Button kind="primary" href={linkTo('premium')}>
        {t('shell:premium_action')}
      </Button>
    </div>
  );
}
