// A recording in the conversation; its text stands below it, as that of any message.
import { useStore } from '@nanostores/react';
import type { ChatVoice } from '#contract/chats';
import { t } from '#lib/i18n';
import { $siteSettings } from '#stores/site-settings';
import { VoicePlayer } from './VoicePlayer.tsx';

interface Props {
  voice: ChatVoice;
  /** Who sent it. */
  name: string;
  isMine: boolean;
}

export function VoiceNote({ voice: { path, seconds }, name, isMine }: Props) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const label = isMine ? t('voice:own') : t('voice:from', { name });
  return <VoicePlayer address={prefix + path} {...{ seconds, label }} />;
}
