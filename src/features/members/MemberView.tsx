// The profile page; a cached card fills it while the profile loads.
import { useStore } from '@nanostores/react';
import { useLayoutEffect, type ReactNode } from 'react';
import type { Member, MemberCard } from '#contract/members';
import { errorText, hasText, t } from '#lib/i18n';
import { linkTo, routeParameters } from '#lib/paths';
import { $member, openMember } from '#stores/member';
import { $settings } from '#stores/settings';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { FictionalLabel } from '#ui/FictionalLabel';
import { Icon } from '#ui/Icon';
import { MemberSkeleton, MemberDetailsSkeleton } from '#ui/MemberSkeleton';
import { Notice } from '#ui/Notice';
import { MemberActions } from './MemberActions.tsx';
import { MemberPhotos } from './MemberPhotos.tsx';
import { MemberDetails } from './MemberDetails.tsx';

interface Props {
  /** The niche's drawing for a missing profile. */
  lost?: ReactNode;
}

/** Opens the member in the address; none when the address already belongs to the next page. */
const open = (): void => void openMember(routeParameters('members-id')?.['id'] ?? null);

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
        <EmptyState heading={t('members:blocked_heading')} text={errorText('blocked')} isPage action={<ToSearch />}>
          {lost}
        </EmptyState>
      );
    case 'failed':
      return (
        <ErrorState heading={t('members:failed_heading')} text={errorText(shown.code)} isPage onRetry={open}>
          {lost}
        </ErrorState>
      );
  }
}

const ToSearch = () => (
  <Button kind="primary" href={linkTo('members')}>
    {t('members:to_search')}
  </Button>
);

function Profile({ card, member }: { card: MemberCard; member: Member | null }) {
  return (
    <article className="profile" aria-busy={member === null}>
      <MemberPhotos card={card} photos={member?.photos ?? []} />
      <div className="sheet">
        <MemberHeader card={card} />
        {card.fictional && <FictionalNotice />}
        <MemberActions card={card} member={member} />
        {member ? <MemberDetails member={member} /> : <MemberDetailsSkeleton />}
      </div>
    </article>
  );
}

function MemberHeader({ card }: { card: MemberCard }) {
  const { name, age, city, line, activity, fictional } = card;
  const seen = hasText(`members:${activity}`) && activity !== 'other' ? t(`members:${activity}`) : null;
  return (
    <>
      {fictional && (
        <p className="person-label">
          <FictionalLabel text={t('members:fictional')} />
        </p>
      )}
      <h1 className="person-name">{t('members:card', { name, age })}</h1>
      <p className="person-place">
        <Icon name="place" />
        {[city, seen].filter(Boolean).join(' · ')}
      </p>
      {line && <p className="quote">{line}</p>}
    </>
  );
}

function FictionalNotice() {
  const { fictional_warning: warning } = useStore($settings);
  return (
    <Notice tone="fictional">
      <b>{t('members:fictional_heading')}</b> {warning}{' '}
      <a href={`${linkTo('members')}?real=1`}>{t('members:fictional_real')}</a>
    </Notice>
  );
}
