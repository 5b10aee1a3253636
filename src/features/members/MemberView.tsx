// The profile page; a cached card fills it while the profile loads.
import { useStore } from '@nanostores/react';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import type { Member, MemberCard } from '#contract/members';
import { errorText, hasText, t } from '#lib/i18n';
import { linkTo, routeParameters } from '#lib/paths';
import { $member, cardOf, openMember } from '#stores/member';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { FictionalLabel } from '#ui/FictionalLabel';
import { Icon } from '#ui/Icon';
import { lazyExtra } from '#ui/LazyPart';
import { MemberSkeleton, MemberDetailsSkeleton } from '#ui/MemberSkeleton';
import { Notice } from '#ui/Notice';
import { Tag } from '#ui/Tag';
import { MemberActions } from './MemberActions.tsx';
import { MemberPhotos } from './MemberPhotos.tsx';
import { MemberDetails } from './MemberDetails.tsx';
import { BlockedNotice, SafetyMenu } from './SafetyMenu.tsx';

const SimilarMembers = lazyExtra(
  () => import('./SimilarMembers.tsx'),
  (module) => module.SimilarMembers,
);

interface Props {
  /** The niche's drawing for a missing profile. */
  lost?: ReactNode;
}

/** The member in the address, at either of the two addresses of a profile (requirement LI4). */
const idInAddress = (): string | null =>
  (routeParameters('members-id') ?? routeParameters('likes-m-id'))?.['id'] ?? null;
/** Opens that member; none when the address already belongs to the next page. */
const open = (): void => void openMember(idInAddress());

export function MemberView({ lost }: Props) {
  const shown = useStore($member);
  // Before the first paint, which would otherwise show the previous profile.
  useLayoutEffect(open, []);
  switch (shown.state) {
    case 'ready':
      return <Profile card={shown.member} member={shown.member} />;
    case 'loading':
      return shown.card ? <Profile card={shown.card} member={null} /> : <MemberSkeleton label={t('shell:loading')} />;
    case 'gone':
      return (
        <EmptyState heading={t('members:gone_heading')} text={t('members:gone_text')} isPage action={<ToSearch />}>
          {lost}
        </EmptyState>
      );
    case 'blocked':
      return (
        <EmptyState heading={t('members:blocked_heading')} text={errorText(shown.code)} isPage action={<ToSearch />}>
          {lost}
        </EmptyState>
      );
    case 'failed': {
      const card = cardOf(idInAddress() ?? '');
      return card ? (
        <Profile card={card} member={null} code={shown.code} />
      ) : (
        <ErrorState heading={t('members:failed_heading')} text={errorText(shown.code)} isPage onRetry={open}>
          {lost}
        </ErrorState>
      );
    }
  }
}

const ToSearch = () => (
  <Button kind="primary" href={linkTo('members')}>
    {t('members:to_search')}
  </Button>
);

interface ProfileProps {
  card: MemberCard;
  /** Null until it has loaded. */
  member: Member | null;
  /** The error code when it did not load. */
  code?: string;
}

function Profile({ card, member, code }: ProfileProps) {
  return (
    <article className="profile" aria-busy={member === null && !code}>
      <MemberPhotos card={card} photos={member?.photos ?? []} />
      <div className="sheet">
        <MemberHeader card={card} isBlocked={member?.blocked ?? false} />
        {member?.blocked ? <BlockedNotice member={member} /> : <MemberActions card={card} member={member} />}
        {member && <MemberDetails member={member} />}
        {!member && !code && <MemberDetailsSkeleton />}
        {code && <ErrorState heading={t('members:rest_failed')} text={errorText(code)} onRetry={open} />}
      </div>
      <Suspense>{member && <SimilarMembers member={member} />}</Suspense>
    </article>
  );
}

function MemberHeader({ card, isBlocked }: { card: MemberCard; isBlocked: boolean }) {
  const { name, age, city, line, activity, fictional, verified } = card;
  const seen = hasText(`members:${activity}`) && activity !== 'other' ? t(`members:${activity}`) : null;
  return (
    <>
      {fictional && (
        <p className="person-label">
          <FictionalLabel text={t('members:fictional')} />
        </p>
      )}
      {verified && (
        <p className="person-label">
          <Tag tone="good">{t('members:verified')}</Tag>
        </p>
      )}
      <SafetyMenu card={card} isBlocked={isBlocked} />
      <h1 className="person-name">{t('members:card', { name, age })}</h1>
      <p className="person-place">
        {city && <Icon name="place" />}
        <span>{[city, seen].filter(Boolean).join(' · ')}</span>
      </p>
      {fictional && <FictionalNotice />}
      {line && (
        <p className="quote" dir="auto">
          {line}
        </p>
      )}
    </>
  );
}

function FictionalNotice() {
  const {
    fictional_warning: warning,
    fictional_singular: profile,
    fictional_plural: profiles,
  } = useStore($siteSettings);
  return (
    <Notice tone="fictional">
      <b>{t('members:fictional_heading', { profile })}</b> <span>{warning}</span>{' '}
      <a href={`${linkTo('members')}?real=1`}>{t('members:fictional_real', { profiles })}</a>
    </Notice>
  );
}
