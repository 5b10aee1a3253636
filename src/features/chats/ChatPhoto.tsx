// A photo in a chat: one from the other member is blurred until it is tapped, or asked for where it may show nudity; tapped again, it fills
// the screen.
import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import type { ChatPicture } from '#contract/chats';
import { t } from '#lib/i18n';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { lazyPart } from '#ui/LazyPart';
import { LostFile } from './LostFile.tsx';

/** Loaded when needed. */
const ChatPhotoViewer = lazyPart(
  () => import('./ChatPhotoViewer.tsx'),
  (module) => module.ChatPhotoViewer,
);

interface Props {
  picture: ChatPicture;
  /** Who sent it. */
  name: string;
  isMine: boolean;
}

export function ChatPhoto({ picture, name, isMine }: Props) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const [isShown, setShown] = useState(isMine);
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return <LostFile text={t('members:photo_failed')} isAsked={isShown && !isMine} onRetry={() => setBroken(false)} />;
  const label = isMine ? t('pictures:own') : t('members:photo_of', { name });
  const address = prefix + picture.match;
  if (!isShown && picture.revealing)
    return (
      <div className="chat-photo is-asked">
        <p>{t('pictures:revealing')}</p>
        <Button kind="line" icon="eye" onClick={() => setShown(true)}>
          {t('pictures:show')}
        </Button>
      </div>
    );
  if (!isShown)
    return (
      <button className="chat-photo is-blurred" type="button" onClick={() => setShown(true)}>
        <img
          src={prefix + picture.blurred}
          alt=""
          width={220}
          height={275}
          loading="lazy"
          onError={() => setBroken(true)}
        />
        <span>
          <Icon name="eye" />
          <span>{t('pictures:show')}</span>
        </span>
      </button>
    );
  return (
    <>
      <button
        className="chat-photo"
        type="button"
        aria-label={t('pictures:enlarge')}
        // The button that showed it had the focus.
        autoFocus={!isMine}
        onClick={() => setOpen(true)}
      >
        <img src={address} alt={label} width={220} height={275} loading="lazy" onError={() => setBroken(true)} />
      </button>
      {isOpen && (
        <Suspense>
          <ChatPhotoViewer {...{ address, label }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
