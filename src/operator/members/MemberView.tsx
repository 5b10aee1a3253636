// The page of a member: profile, standing, money and reports, and what staff can do.
import { useState } from 'react';
import type { Staff, StaffOutput } from '#contract/staff';
import { formatNumber, t } from '#lib/i18n';
import { useAsked } from '../asked.ts';
import { codeText, dayText, momentText } from '../codes.ts';
import { Decisions } from '../Decisions.tsx';
import { type Detail, Details } from '../Details.tsx';
import { Heading } from '../Heading.tsx';
import { Loaded } from '../Loaded.tsx';
import { MemberActions } from './MemberActions.tsx';
import { Ledger, Payments } from './MemberMoney.tsx';
import { MemberReports } from './MemberReports.tsx';

export type Member = StaffOutput<'members.show'>['member'];

interface Props {
  staff: Staff;
  brand: string;
  id: string;
}

export function MemberView({ staff, brand, id }: Props) {
  const [asked, reload] = useAsked('members.show', { brand, id });
  const [said, setSaid] = useState('');
  const [isErased, setErased] = useState(false);
  const done = (text: string): void => {
    setSaid(text);
    reload();
  };
  const erased = (text: string): void => {
    setSaid(text);
    setErased(true);
  };
  return (
    <>
      <Heading text={asked.state === 'ready' && !isErased ? asked.value.member.profile.name : t('console:member')} />
      <p className="console-said" role="status">
        {said}
      </p>
      {!isErased && (
        <Loaded asked={asked} onRetry={reload}>
          {({ member }) => (
            <>
              <MemberActions {...{ staff, brand, member, onDone: done, onErased: erased }} />
              <div className="console-columns">
                <section>
                  <h2>{t('console:standing')}</h2>
                  <Details details={standingOf(brand, member)} />
                </section>
                <section>
                  <h2>{t('console:profile')}</h2>
                  <Details details={profileOf(member)} />
                </section>
              </div>
              <Payments {...{ staff, brand, payments: member.payments, onDone: done }} />
              <Ledger entries={member.ledger} />
              <MemberReports {...{ staff, brand, reports: member.reports }} />
              <Decisions heading={t('console:decisions')} decisions={member.decisions} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

const yesNo = (is: boolean): string => t(is ? 'console:yes' : 'console:no');

const standingOf = (brand: string, member: Member): readonly Detail[] => [
  [t('console:brand'), brand],
  [t('console:email'), member.email],
  [t('console:status'), codeText(member.status)],
  [t('console:suspended_until'), member.suspended_until && momentText(member.suspended_until)],
  [t('console:rule'), member.suspended_for && codeText(member.suspended_for)],
  [t('console:joined'), momentText(member.signup_at)],
  [t('console:deleted'), member.deleted_at && momentText(member.deleted_at)],
  [t('console:language'), member.language],
  [t('console:sessions'), formatNumber(member.sessions)],
  [t('console:credits'), formatNumber(member.credits)],
  [t('console:has_paid'), yesNo(member.paid_user)],
];

const profileOf = ({ profile }: Member): readonly Detail[] => [
  [t('console:gender'), codeText(profile.gender)],
  [t('console:born'), dayText(profile.birth_date)],
  [t('console:place_lived'), [profile.city, profile.country].filter(Boolean).join(', ')],
  [t('console:line'), profile.line],
  [t('console:about_me'), profile.about],
  [t('console:profile_status'), codeText(profile.status)],
  [t('console:reachable'), yesNo(profile.reachable)],
  [t('console:fictional'), profile.fictional ? yesNo(true) : null],
  [t('console:last_active'), profile.fictional ? null : momentText(profile.last_active)],
];
