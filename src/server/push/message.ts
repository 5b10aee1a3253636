// What a push says: neutral unless the member opted in to details, never a name or a text of a message.
import type { PushType } from '#contract/notifications';
import type { PushMessage } from '#contract/push';
import { DISCREET_ICON, PUSH_ICON } from '#domain/discreet';
import { pathOf } from '#domain/routes';
import { translatorFor } from '#i18n/translator';
import type { Site } from '#site/load';
import { originOf, pageUrl } from '../http/site-origins.ts';
import type { Services } from '../services.ts';
import type { Device } from './devices.ts';
import type { News } from './news.ts';

export interface Told {
  readonly wanted: readonly PushType[];
  readonly news: News;
}

/** Requirement PU11. The badge counts as the pages do, the text only what is wanted. */
export function messageOf(services: Services, site: Site, device: Device, told: Told): PushMessage {
  const { wanted, news } = told;
  const { language, discreet } = device;
  const unread = wanted.some((type) => type !== 'like') ? news.unread : 0;
  const likes = wanted.includes('like') ? news.likes : 0;
  const { translate } = translatorFor(language, site.texts(language));
  const figures = [
    ...(unread > 0 ? [translate('shell:badge_unread', { count: unread })] : []),
    ...(likes > 0 ? [translate('shell:badge_likes', { count: likes })] : []),
  ];
  return {
    web_push: 8030,
    app_badge: news.badge,
    notification: {
      title: discreet ? translate('discreet:name') : site.name,
      body: device.details && figures.length > 0 ? figures.join(' · ') : translate('notifications:push_neutral'),
      lang: language,
      tag: 'news',
      icon: originOf(services, site) + (discreet ? DISCREET_ICON : PUSH_ICON),
      navigate: pageOf(services, site, device, news.chat),
      app_badge: String(news.badge),
      // Equal when the same news is sent again, after a kill.
      data: { id: `${device.pushed_at.getTime()} ${news.badge}` },
    },
  };
}

/** By what came since the last push: an old message leads no one to the chats who has a new like. */
function pageOf(services: Services, site: Site, { language, fresh }: Device, chat: string | null): string {
  if (!fresh.messages) return pageUrl(services, site, 'likes', language);
  if (chat === null) return pageUrl(services, site, 'chats', language);
  return originOf(services, site) + pathOf('chats-id', language, { id: chat });
}
