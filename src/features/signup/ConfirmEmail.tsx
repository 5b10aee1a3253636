// The page after signup: asks to confirm the e-mail address and resends the mail.
import { useStore } from '@nanostores/react';
import { useEffect, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $settings } from '#stores/settings';
import { $resendMail, $mailWait, watchMail } from '#stores/signup';
import { Button } from '#ui/Button';
import { ConfirmEmailSkeleton } from '#ui/ConfirmEmailSkeleton';
import { Notice } from '#ui/Notice';
import { PageState } from '#ui/PageState';

interface Props {
  drawing?: ReactNode;
}

export function ConfirmEmail({ drawing }: Props) {
  const user = useStore($user);
  useEffect(watchMail, []);
  if (!user) return <ConfirmEmailSkeleton label={t('shell:loading')} />;
  const isDone = user.status !== 'not_confirmed';
  return (
    <>
      <p className="visually-hidden" role="status">
        {isDone ? t('signup:confirmed_heading') : ''}
      </p>
      {isDone ? <Confirmed>{drawing}</Confirmed> : <Waiting>{drawing}</Waiting>}
    </>
  );
}

function Confirmed({ children }: { children: ReactNode }) {
  const { name } = useStore($settings);
  const action = (
    <Button kind="primary" href={linkTo('members')}>
      {t('signup:look_around')}
    </Button>
  );
  return (
    <PageState
      heading={t('signup:confirmed_heading')}
      text={t('signup:confirmed_text', { name })}
      isPage
      action={action}
    >
      {children}
    </PageState>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <PageState heading={t('signup:step_heading')} text={t('signup:step_text')} isPage action={<ResendMail />}>
      {children}
    </PageState>
  );
}

function ResendMail() {
  const resend = useStore($resendMail);
  const seconds = useStore($mailWait);
  const isFailed = resend.state === 'failed' && resend.code !== 'wait';
  return (
    <>
      <p>{t('signup:step_until')}</p>
      <Button kind="primary" href={linkTo('members')}>
        {t('signup:look_around')}
      </Button>
      <div className="mail-again">
        <p className="small">{t('signup:step_spam')}</p>
        <Button isBusy={resend.state === 'sending' || seconds > 0} onClick={() => void $resendMail.submit(undefined)}>
          {seconds > 0 ? t('signup:again_wait', { seconds }) : t('signup:again')}
        </Button>
        <div role="status">{resend.state === 'done' && <Notice tone="success">{t('signup:again_sent')}</Notice>}</div>
        {isFailed && <Notice tone="danger">{errorText(resend.code)}</Notice>}
      </div>
    </>
  );
}
