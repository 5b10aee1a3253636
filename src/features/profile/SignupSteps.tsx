// The steps after joining: one at a time, each answered or skipped, up to the request to confirm the address.
import { useStore } from '@nanostores/react';
import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { errorText, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $profile, $saving, openProfile } from '#stores/profile';
import { $push } from '#stores/push';
import { $user } from '#stores/session';
import { $signupMember, openSignupMember } from '#stores/signup';
import { $siteSettings } from '#stores/site-settings';
import { $finishStep, $signupPlace, finishStep, goToStep, offerSteps, openSignup } from '#stores/signup-steps';
import { Button } from '#ui/Button';
import { ErrorState } from '#ui/ErrorState';
import { Notice } from '#ui/Notice';
import { SignupStepSkeleton } from '#ui/SignupStepSkeleton';
import { offeredSteps, type Step } from './signup-steps.ts';

interface Props {
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function SignupSteps({ lost }: Props) {
  const siteSettings = useStore($siteSettings);
  const place = useStore($signupPlace);
  const user = useStore($user);
  const isKnown = user !== undefined;
  const origin = place === 'message' ? (user?.signup_member ?? null) : null;
  // How high the message's place is depends on the member.
  const waitsForMember = useStore($signupMember).state === 'loading' && origin !== null;
  const { capable, subscribed } = useStore($push);
  // Who denies it in the step is told what that means.
  const canPush = capable && (subscribed !== 'denied' || place === 'push');
  const offered = useMemo(() => offeredSteps(siteSettings, { canPush }), [siteSettings, canPush]);
  const shown = useStore($profile);
  const hasShown = useRef(false);
  // Before the first paint, which would otherwise show the step of an earlier visit.
  useLayoutEffect(() => offerSteps(offered.map(({ name }) => name)), [offered]);
  // Whether this device is asked for push is known with the member; a step that is not offered by then would be passed over.
  useLayoutEffect(() => (isKnown ? openSignup() : undefined), [isKnown]);
  useEffect(() => void openProfile(), []);
  useEffect(() => {
    if (origin !== null) openSignupMember(origin);
  }, [origin]);
  if (place === 'confirm') return null;
  const step = offered.find(({ name }) => name === place);
  if (shown.state === 'failed')
    return (
      <ErrorState
        heading={t('profile:failed_heading')}
        text={errorText(shown.code)}
        isPage
        onRetry={() => void openProfile()}
      >
        {lost}
      </ErrorState>
    );
  if (!step || shown.state !== 'ready' || waitsForMember) return <SignupStepSkeleton label={t('shell:loading')} />;
  return (
    <Suspense fallback={<SignupStepSkeleton label={t('shell:loading')} />}>
      <StepPage key={step.name} step={step} offered={offered} hasShown={hasShown} />
    </Suspense>
  );
}

interface StepProps {
  step: Step;
  offered: readonly Step[];
  /** Whether a step was shown before on this page. */
  hasShown: RefObject<boolean>;
}

function StepPage({ step, offered, hasShown }: StepProps) {
  const { name, heading, note, Content } = step;
  const at = offered.indexOf(step);
  const before = offered[at - 1]?.name;
  const next = offered[at + 1]?.name ?? 'confirm';
  const { form, isBusy, failure, begin } = useProgress(step);
  const move = (saved: Step['saved']): void => {
    if (isBusy) return;
    begin();
    void finishStep(name, saved, next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Enter in a dialog of the step is not meant for the step.
    if (!document.activeElement?.closest('dialog')) move(step.saved);
  };
  return (
    <div className="signup-step">
      <StepHeading heading={heading} number={at + 1} total={offered.length} hasShown={hasShown} />
      <p className="lead">{t(note)}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Content />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <div className="form-actions">
          {before && (
            <Button kind="quiet" icon="left" onClick={() => goToStep(before)}>
              {t('signup:steps_back')}
            </Button>
          )}
          <Button onClick={() => move([])}>{t('signup:steps_skip')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('signup:steps_next')}
          </Button>
        </div>
      </form>
      <MailNote />
    </div>
  );
}

/** The form, whose first refused field gets the focus, and how saving the step and moving on goes. */
function useProgress({ saved }: Step) {
  const form = useRef<HTMLFormElement>(null);
  const saving = useStore($saving);
  const finishing = useStore($finishStep);
  const states = saved.map(({ section }) => saving[section]);
  // Not the failure of another step, or of the profile page.
  const [isTried, setTried] = useState(false);
  const failed = isTried ? [...states, finishing].find((each) => each?.state === 'failed') : undefined;
  const isBusy = finishing.state === 'sending' || states.some((each) => each?.state === 'saving');
  const hasRefused = failed?.state === 'failed' && failed.code === 'invalid';
  useEffect(() => {
    if (hasRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasRefused]);
  const failure =
    failed?.state === 'failed' && !hasRefused ? errorText(failed.code, { seconds: failed.seconds ?? 0 }) : null;
  return { form, isBusy, failure, begin: () => setTried(true) };
}

interface HeadingProps extends Pick<StepProps, 'hasShown'> {
  heading: string;
  number: number;
  total: number;
}

/** A step that follows another is read out from its heading. */
function StepHeading({ heading, number, total, hasShown }: HeadingProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasShown.current) {
      title.current?.focus({ preventScroll: true });
      globalThis.scrollTo({ top: 0 });
    }
    hasShown.current = true;
  }, [hasShown]);
  return (
    <>
      <div className="step-progress">
        <p id="step-progress">{t('signup:steps_progress', { number, total })}</p>
        <progress className="meter" value={number} max={total} aria-labelledby="step-progress" />
      </div>
      <h1 ref={title} tabIndex={-1}>
        {t(heading)}
      </h1>
    </>
  );
}

/** The mail is on its way while the steps are answered. */
function MailNote() {
  const user = useStore($user);
  if (user?.status !== 'not_confirmed') return null;
  return (
    <p className="field-note">
      <span>{t(user.mail_after === null ? 'signup:steps_mail' : 'signup:mail_owed', { email: user.email })}</span>{' '}
      <a href={`${linkTo('complete-signup')}?step=confirm`}>{t('shell:banner_unconfirmed_action')}</a>
    </p>
  );
}
