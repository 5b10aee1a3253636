// The dialog for a new match: both pictures, and links to the profile and to the first message.
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $match, closeMatch } from '#stores/match';
import { approximatePrice } from '#stores/prices';
import { $user } from '#stores/session';
import { $settings } from '#stores/settings';
import { Button } from '#ui/Button';
import { FictionalLabel } from '#ui/FictionalLabel';
import { Icon } from '#ui/Icon';
import { Picture } from '#ui/Picture';
import { WriteButton } from '#ui/WriteButton';

const HEADING = 'match-heading';

export function MatchDialog() {
  const match = useStore($match);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!match) dialog.current?.close();
    else if (dialog.current) return openWhenIdle(dialog.current);
    return undefined;
  }, [match]);
  // The dialog persists across navigations, so it must be closed before one.
  useEffect(() => {
    document.addEventListener('astro:before-swap', closeMatch);
    return () => document.removeEventListener('astro:before-swap', closeMatch);
  }, []);
  return (
    // A click anywhere closes it; the browser still follows a clicked link.
    <dialog ref={dialog} className="match" aria-labelledby={HEADING} onClose={closeMatch} onClick={closeMatch}>
      {match && <Pair other={match} />}
    </dialog>
  );
}

function Pair({ other }: { other: MemberCard }) {
  const own = useStore($user)?.profile.main_image ?? null;
  const { cdn_prefix: prefix, message_credits: credits } = useStore($settings);
  const { id, name, fictional, main_image: image } = other;
  return (
    <>
      <button className="round match-close" type="button" aria-label={t('shell:close')}>
        <Icon name="close" />
      </button>
      <div className="pair">
        <span className="pair-photo">
          <Picture address={own && prefix + own.match} alt="" sizes="136px" isFirst />
        </span>
        <a className="pair-photo" href={linkTo('members-id', { id })} aria-label={t('likes:match_photo', { name })}>
          <Picture address={image && prefix + image.match} alt="" sizes="136px" isFirst />
        </a>
        <span className="pair-mark">
          <Icon name="heart" />
        </span>
      </div>
      {fictional && <FictionalLabel text={t('likes:fictional')} />}
      <h2 id={HEADING}>{t('likes:match_heading', { name })}</h2>
      <p className="muted">{t('likes:match_text')}</p>
      <WriteButton
        href={linkTo('members-id-chat', { id })}
        text={t('likes:match_write')}
        credits={credits}
        money={approximatePrice(credits)}
      />
      <Button kind="quiet" isBlock>
        {t('likes:match_later')}
      </Button>
    </>
  );
}

/** Waits until no field has the focus, so that the dialog does not interrupt typing. */
function openWhenIdle(dialog: HTMLDialogElement): () => void {
  const open = (): void => {
    if (document.activeElement?.matches('input, textarea, select')) return;
    stop();
    if (!dialog.open) dialog.showModal();
  };
  // The next element receives the focus only after the event.
  const later = (): void => void requestAnimationFrame(open);
  const stop = (): void => document.removeEventListener('focusout', later);
  document.addEventListener('focusout', later);
  open();
  return stop;
}
