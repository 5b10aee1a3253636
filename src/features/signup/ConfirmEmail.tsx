// The end of the signup: asks to confirm the e-mail address, resends the mail and corrects the address.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { User } from '#contract/auth';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { $openStep, $signupPlace, goToStep } from '#stores/signup-steps';
import { $mailWait, $resendMail, $signupMember, openSignupMember, watchMail } from '#stores/signup';
import { Button } from '#ui/Button';
import { ConfirmEmailSkeleton } from '#ui/ConfirmEmailSkeleton';
import { Notice } from '#ui/Notice';
import { PageState } from '#ui/PageState';
import { CorrectAddress } from './CorrectAddress.tsx';

interface Props {
  drawing?: ReactNode;
}

export function ConfirmEmail({ drawing }: Props) {
  const place = useStore($signupPlace);
  const before = useRef(place);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the last step it is read out, and seen from its beginning.
    if (place === 'confirm' && before.current !== null && before.current !== place) {
      end.current?.focus({ preventScroll: true });
      globalThis.scrollTo({ top: 0 });
    }
    before.current = place;
  }, [place]);
  return (
    <div ref={end} className="signup-end" tabIndex={-1}>
      {place === 'confirm' && <ConfirmPage>{drawing}</ConfirmPage>}
    </div>
  );
}

function ConfirmPage({ children }: { children: ReactNode }) {
  const user = useStore($user);
  const origin = user?.signup_member ?? null;
  useEffect(watchMail, []);
  useEffect(() => {
    if (origin !== null) openSignupMember(origin);
  }, [origin]);
  if (!user) return <ConfirmEmailSkeleton label={t('shell:loading')} />;
  const isDone = user.status !== 'not_confirmed';
  return (
    <>
      <p className="visually-hidden" role="status">
        {isDone ? t('signup:confirmed_heading') : ''}
      </p>
      {isDone ? <Confirmed>{children}</Confirmed> : <Waiting user={user}>{children}</Waiting>}
    </>
  );
}

function Confirmed({ children }: { children: ReactNode }) {
  const { name } = useStore($siteSettings);
  return (
    <PageState
      heading={t('signup:confirmed_heading')}
      text={t('signup:confirmed_text', { name })}
      isPage
      action={<NextSteps />}
    >
      {children}
    </PageState>
  );
}

function Waiting({ user: { email, mail_after: mailAfter }, children }: { user: User; children: ReactNode }) {
  return (
    <PageState
      heading={t('signup:step_heading')}
      text={t(mailAfter === null ? 'signup:step_text' : 'signup:mail_owed', { email })}
      isPage
      action={<WhileWaiting sent={mailAfter === null ? t('signup:again_sent') : t('signup:mail_owed', { email })} />}
    >
      {children}
    </PageState>
  );
}

/** To the member whose page led here, if there is one, to the search, and until the address is confirmed to those who fit. */
function NextSteps() {
  const origin = useStore($signupMember);
  const member = origin.state === 'ready' ? origin.member : null;
  const isWaiting = useStore($user)?.status === 'not_confirmed';
  return (
    <>
      {member && (
        <Button kind="primary" href={linkTo('members-id-chat', { id: member.id })}>
          {t('signup:write_to', { name: member.name })}
        </Button>
      )}
      <Button kind={member ? 'normal' : 'primary'} href={linkTo('members')}>
        {t('signup:look_around')}
      </Button>
      {isWaiting && <Button href={linkTo('signup-matches')}>{t('shell:title_signup-matches')}</Button>}
      <ToSteps />
    </>
  );
}

/** Back to the first step that is neither answered nor skipped; to the profile when there is none. */
function ToSteps() {
  const step = useStore($openStep);
  if (step === 'confirm')
    return (
      <Button kind="quiet" href={linkTo('profile')}>
        {t('shell:account_profile')}
      </Button>
    );
  return (
    <Button kind="quiet" onClick={() => goToStep(step)}>
      {t('signup:steps_continue')}
    </Button>
  );
}

/** `sent`: what a repeated mail is answered by. */
function WhileWaiting({ sent }: { sent: string }) {
  const resend = useStore($resendMail);
  const seconds = useStore($mailWait);
  const isFailed = resend.state === 'failed' && resend.code !== 'wait';
  const { account_disclosure: told } = useStore($siteSettings);
  return (
    <>
      <p>{t('signup:step_until')}</p>
      <NextSteps />
      <div className="mail-again">
        <p className="small">{t('signup:step_spam')}</p>
        <Button isBusy={resend.state === 'sending' || seconds > 0} onClick={() => void $resendMail.submit(undefined)}>
          {seconds > 0 ? t('signup:again_wait', { seconds }) : t('signup:again')}
        </Button>
        <div role="status">{resend.state === 'done' && <Notice tone="success">{sent}</Notice>}</div>
        {isFailed && <Notice tone="danger">{errorText(resend.code)}</Notice>}
        {told === 'open' ? <CorrectAddress /> : <p className="small">{errorText('join_again')}</p>}
      </div>
    </>
  );
}
