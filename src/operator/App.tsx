// The console: who is logged in, and the page of the address.
import { Fragment, useEffect, useState } from 'react';
import type { Staff } from '#contract/staff';
import { type ApiError, errorCode, onFailure } from '#lib/api';
import { t } from '#lib/i18n';
import { ErrorState } from '#ui/ErrorState';
import { ask, failureText } from './asked.ts';
import { Boundary } from './Boundary.tsx';
import { FictionalPage } from './fictional/FictionalPage.tsx';
import { FiguresPage } from './figures/FiguresPage.tsx';
import { Frame } from './Frame.tsx';
import { InboxPage } from './inbox/InboxPage.tsx';
import { InvitationPage } from './InvitationPage.tsx';
import { retryRefused } from './login-again.ts';
import { LoginOver, LoginPage } from './LoginPage.tsx';
import { MembersPage } from './members/MembersPage.tsx';
import { go, pathTo, useHash, useRoute } from './route.ts';
import { forgetAllTyped, keepTypedFor } from './typed.ts';
import { Waiting } from './Waiting.tsx';
import { WordsPage } from './words/WordsPage.tsx';

type Session = 'unknown' | 'none' | 'failed' | Staff;

/** Who is logged in, and whether that ended while they were working. */
function useSession() {
  const [session, setSession] = useState<Session>('unknown');
  const [hasEnded, setEnded] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const enter = (staff: Staff): void => {
    keepTypedFor(staff.id);
    setSession(staff);
    setEnded(false);
  };
  const leave = (): void => {
    forgetAllTyped();
    setSession('none');
  };
  const look = (): void => {
    setSession('unknown');
    ask('session.me', {}).then(
      ({ staff }) => enter(staff),
      (caught: unknown) => {
        setError(caught);
        setSession(errorCode(caught) === 'authentication_required' ? 'none' : 'failed');
      },
    );
  };
  useEffect(
    () =>
      onFailure((failed: ApiError) => {
        if (failed.code !== 'authentication_required') return;
        setSession((before) => (typeof before === 'string' ? 'none' : before));
        setEnded(true);
      }),
    [],
  );
  // After the page of someone else is gone, whose calls are not made again.
  useEffect(() => {
    if (!hasEnded) retryRefused();
  }, [hasEnded]);
  return { session, hasEnded, error, enter, leave, look };
}

export function App() {
  const { page, ids } = useRoute();
  const hash = useHash();
  const { session, hasEnded, error, enter, leave, look } = useSession();
  useEffect(() => {
    if (page !== 'invitation') look();
    // Only the first page asks: what follows is told by answers.
  }, []);
  if (page === 'invitation')
    return (
      <InvitationPage
        key={hash}
        token={hash}
        onEnter={(staff) => {
          go(pathTo('inbox'));
          enter(staff);
        }}
      />
    );
  if (session === 'unknown') return <Waiting isPage />;
  if (session === 'failed')
    return (
      <main>
        <ErrorState isPage heading={t('shell:error_heading')} text={failureText(error)} onRetry={look} />
      </main>
    );
  if (session === 'none') return <LoginPage onEnter={enter} />;
  return (
    <Fragment key={session.id}>
      <Frame staff={session} page={page} onLeave={leave}>
        <Boundary key={[page, ...ids].join('/')}>
          {page === 'inbox' && <InboxPage staff={session} />}
          {page === 'members' && <MembersPage staff={session} ids={ids} />}
          {page === 'fictional' && <FictionalPage />}
          {page === 'words' && <WordsPage staff={session} />}
          {page === 'figures' && <FiguresPage />}
        </Boundary>
      </Frame>
      {hasEnded && <LoginOver email={session.email} onEnter={enter} />}
    </Fragment>
  );
}
