// Notes above the composer: whether the profile is fictional, and how many free conversations are left.
import { useStore } from '@nanostores/react';
import { t } from '#lib/i18n';
import type { OpenConversation } from '#stores/conversation';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Notice } from '#ui/Notice';

interface Props {
  open: OpenConversation;
  onPremium: () => void;
}

export function SpendingNotes({ open, onPremium }: Props) {
  const { fictional_warning: warning, fictional_singular, return_days: days } = useStore($siteSettings);
  const { profile, messages, freeLeft } = open;
  const isFirst = !messages.some(({ mine }) => mine);
  return (
    <>
      {profile.fictional && isFirst && (
        <Notice tone="fictional">
          <b>{t('members:fictional_heading', { profile: fictional_singular })}</b> <span>{warning}</span>
        </Notice>
      )}
      {isFirst && days > 0 && open.costs > 0 && <p className="composer-note">{t('chats:comes_back', { days })}</p>}
      {freeLeft !== null && (
        <p className="composer-note">
          <span>{freeLeft > 0 ? t('chats:free_left', { count: freeLeft }) : t('chats:free_none')}</span>
          {freeLeft === 0 && (
            <Button kind="quiet" onClick={onPremium}>
              {t('shell:premium_action')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
