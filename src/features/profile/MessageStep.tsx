// The step that asks for the first words: to the member whose page led here, if there is one, and to everyone.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $user } from '#stores/session';
import { $signupMember, openSignupMember } from '#stores/signup';
import { FirstMessage } from './FirstMessage.tsx';
import { LineField } from './TextsSection.tsx';

export function MessageStep() {
  const origin = useStore($user)?.signup_member ?? null;
  const shown = useStore($signupMember);
  useEffect(() => {
    if (origin !== null) openSignupMember(origin);
  }, [origin]);
  const member = origin !== null && shown.state === 'ready' ? shown.member : null;
  return (
    <>
      {origin !== null && shown.state === 'loading' && (
        <span className="first-message-blank skeleton" aria-hidden="true" />
      )}
      {member && member.conversation === null && <FirstMessage member={member} />}
      <LineField />
    </>
  );
}
