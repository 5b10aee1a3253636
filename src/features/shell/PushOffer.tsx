// Offers notifications where they are of use: once, in the conversation, after the first message that this device has seen sent.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $push } from '#stores/push';
import { $isPushOffered, closePushOffer, watchPushOffer } from '#stores/push-offer';
import { Toast } from '#ui/Toast';
import { TurnOnPush } from './TurnOnPush.tsx';
import { useRoute } from './use-route.ts';

export function PushOffer() {
  const isOffered = useStore($isPushOffered);
  const { subscribed } = useStore($push);
  const isInChat = useRoute('chats-id', 'members-id-chat');
  useEffect(watchPushOffer, []);
  useEffect(() => {
    if (!isInChat) closePushOffer();
  }, [isInChat]);
  if (!isOffered || !isInChat) return null;
  // The member has just been asked by the browser: without a permission nothing is offered.
  if (subscribed === 'denied')
    return (
      <Toast tone="warning" onClose={closePushOffer}>
        <span>{t('shell:push_blocked')}</span>{' '}
        <a href={`${linkTo('settings')}#push`}>{t('shell:push_blocked_action')}</a>
      </Toast>
    );
  if (subscribed !== false) return null;
  return (
    <Toast onClose={closePushOffer}>
      <span>{t('shell:push_offer')}</span> <TurnOnPush />
    </Toast>
  );
}
