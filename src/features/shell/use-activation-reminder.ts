// How an unconfirmed member is reminded of the mail: by an alert, or by a modal where a signup by API led here on a smartphone
// (requirements AU29 and AU30).
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $user } from '#stores/session';
import { useRoute } from './use-route.ts';

const SMARTPHONE = '(max-width: 767.98px) and (pointer: coarse)';

const isAskedByApi = (): boolean =>
  new URLSearchParams(globalThis.location.search).has('api_signup_complete') && matchMedia(SMARTPHONE).matches;

export interface Reminder {
  readonly form: 'alert' | 'modal' | null;
  readonly close: () => void;
}

export function useActivationReminder(): Reminder {
  const user = useStore($user);
  const isOnConfirmPage = useRoute('complete-signup');
  // Once per page load: closing it leaves the alert.
  const [isModal, setModal] = useState(isAskedByApi);
  const isDue = user?.status === 'not_confirmed' && user.profile.status === 'disabled' && !isOnConfirmPage;
  return { form: isDue ? (isModal ? 'modal' : 'alert') : null, close: () => setModal(false) };
}
