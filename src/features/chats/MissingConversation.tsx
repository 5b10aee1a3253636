// In place of a conversation that is not there, or whose other member one may not write to.
import type { ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';

interface Props {
  /** The code of the block; null for a conversation that is gone. */
  blocked: string | null;
  /** The niche's drawing. */
  children: ReactNode;
}

export function MissingConversation({ blocked, children }: Props) {
  const back = (
    <Button kind="primary" href={linkTo('chats')}>
      {t('chats:to_chats')}
    </Button>
  );
  return (
    <div className="conversation conversation-state">
      <EmptyState
        heading={t(blocked === null ? 'chats:gone_heading' : 'chats:blocked_heading')}
        text={blocked === null ? t('chats:gone_text') : errorText(blocked)}
        isPage
        action={back}
      >
        {children}
      </EmptyState>
    </div>
  );
}
