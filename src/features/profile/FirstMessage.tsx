// A message to the member whose page led to the signup, with its price; it waits until the address is confirmed.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Member } from '#contract/members';
import { isBlank } from '#domain/graphemes';
import { errorText, t } from '#lib/i18n';
import { $firstMessage } from '#stores/first-message';
import { $draft, closeOutbox, openOutbox, updateDraft } from '#stores/outbox';
import { approximatePrice } from '#stores/prices';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Cost } from '#ui/Cost';
import { Notice } from '#ui/Notice';
import { TextArea } from '#ui/TextArea';

export function FirstMessage({ member }: { member: Member }) {
  const user = useStore($user);
  const draft = useStore($draft);
  const sending = useStore($firstMessage);
  const { message_credits: credits, fictional_warning: warning, fictional_singular: profile } = useStore($siteSettings);
  useEffect(() => {
    openOutbox(member.id);
    return closeOutbox;
  }, [member.id]);
  if (sending.state === 'done')
    return (
      <Notice tone="success">
        {t(user?.status === 'not_confirmed' ? 'signup:hello_waiting' : 'signup:hello_sent')}
      </Notice>
    );
  const send = (): void => {
    if (!isBlank(draft)) void $firstMessage.submit(member.id);
  };
  return (
    <div className="first-message">
      {member.fictional && (
        <Notice tone="fictional">
          <b>{t('members:fictional_heading', { profile })}</b> <span>{warning}</span>
        </Notice>
      )}
      <TextArea
        label={t('signup:hello_label', { name: member.name })}
        name="hello"
        rows={3}
        value={draft}
        error={sending.state === 'failed' ? errorText(sending.code, { seconds: sending.seconds ?? 0 }) : null}
        onChange={updateDraft}
      />
      <Button isBusy={sending.state === 'sending'} onClick={send}>
        <span>{t('likes:write')}</span>
        <Cost credits={credits} money={approximatePrice(credits)} />
      </Button>
    </div>
  );
}
