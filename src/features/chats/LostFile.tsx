// In place of a photo or recording that did not arrive, as for lack of a network: that it failed, and the way to try again.
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';

interface Props {
  text: string;
  /** The member has just asked for it. */
  isAsked: boolean;
  onRetry: () => void;
}

export const LostFile = ({ text, isAsked, onRetry }: Props) => (
  <div className="chat-photo-lost">
    <p role={isAsked ? 'alert' : undefined}>{text}</p>
    <Button kind="line" icon="refresh" onClick={onRetry}>
      {t('shell:retry')}
    </Button>
  </div>
);
