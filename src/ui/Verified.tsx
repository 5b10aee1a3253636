// The mark of a member whose main photo is verified.
import { t } from '#lib/i18n';
import { Icon } from './Icon.tsx';

export const Verified = () => (
  <i className="verified" role="img" aria-label={t('members:verified')}>
    <Icon name="check" />
  </i>
);
