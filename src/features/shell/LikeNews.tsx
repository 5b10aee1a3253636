// Shows a new match, or a like that the address asked for, in the one dialog for both.
import { useStore } from '@nanostores/react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $match, $newLike, closeMatch, closeNewLike, pauseMatches, resumeMatches } from '#stores/match';
import { rememberCard } from '#stores/member';
import { approximatePrice } from '#stores/prices';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { LikeDialog } from '#ui/LikeDialog';
import { WriteButton } from '#ui/WriteButton';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

export function LikeNews() {
  const match = useStore($match);
  const like = useStore($newLike);
  const own = useStore($user)?.profile.main_image ?? null;
  const { cdn_prefix: prefix } = useStore($siteSettings);
  useCloseOnNavigation(leave, resumeMatches);
  const other = match ?? like;
  return (
    <LikeDialog
      id={other?.id ?? null}
      profile={profileOf(other)}
      photo={other?.main_image ? prefix + other.main_image.match : null}
      own={match ? own && prefix + own.match : undefined}
      fictional={other?.fictional ? t('likes:fictional') : null}
      texts={textsOf(other, match !== null)}
      action={other && (match ? <Write to={other} /> : <Open to={other} />)}
      onChoose={() => other && rememberCard(other)}
      onClose={match ? closeMatch : closeNewLike}
    />
  );
}

/** A match that has not been closed is shown again on the next page. */
function leave(): void {
  pauseMatches();
  closeNewLike();
}

const profileOf = (other: MemberCard | null) => ({
  href: other ? linkTo('likes-m-id', { id: other.id }) : '',
  label: t('likes:match_photo', { name: other?.name ?? '' }),
});

const textsOf = (other: MemberCard | null, isMatch: boolean) => ({
  heading: t(isMatch ? 'likes:match_heading' : 'likes:likes_you', { name: other?.name ?? '' }),
  text: t(isMatch ? 'likes:match_text' : 'likes:like_text'),
  later: t('likes:match_later'),
  close: t('shell:close'),
});

function Write({ to: { id } }: { to: MemberCard }) {
  const { message_credits: credits } = useStore($siteSettings);
  return (
    <WriteButton
      href={linkTo('members-id-chat', { id })}
      text={t('likes:match_write')}
      credits={credits}
      money={approximatePrice(credits)}
    />
  );
}

const Open = ({ to: { id } }: { to: MemberCard }) => (
  <Button kind="primary" isBlock href={linkTo('likes-m-id', { id })}>
    {t('likes:like_open')}
  </Button>
);
