// The step that asks for the first words: to the member whose page led here, if there is one, and to everyone.
import { useStore } from '@nanostores/react';
import { $user } from '#stores/session';
import { $signupMember } from '#stores/signup';
import { FirstMessage } from './FirstMessage.tsx';
import { LineField } from './TextsSection.tsx';

export function MessageStep() {
  const origin = useStore($user)?.signup_member ?? null;
  const shown = useStore($signupMember);
  const member = origin !== null && shown.state === 'ready' ? shown.member : null;
  return (
    <>
      {member && member.conversation === null && <FirstMessage member={member} />}
      <LineField />
    </>
  );
}
