// What the end of the signup leads to while the address waits to be confirmed, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfirmEmail } from '../../src/features/signup/ConfirmEmail.tsx';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';

vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}` }));
vi.mock('#lib/i18n', () => ({ t: (key: string) => key, errorText: String }));
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({ name: 'Brand', account_disclosure: 'open' }) };
});
vi.mock('#stores/session', async () => {
  const { atom } = await import('nanostores');
  return { $user: atom(null) };
});
vi.mock('#stores/signup-steps', async () => {
  const { atom } = await import('nanostores');
  return { $signupPlace: atom('confirm'), $openStep: atom('confirm'), goToStep: () => undefined };
});
vi.mock('#stores/signup', async () => {
  const { atom } = await import('nanostores');
  const state = atom({ state: 'idle' });
  const none = () => undefined;
  return { watchMail: none, openSignupMember: none, $mailWait: atom(0), $resendMail: state, $signupMember: state };
});
vi.mock('../../src/features/signup/CorrectAddress.tsx', () => ({ CorrectAddress: () => 'the form' }));

const markupFor = (status: string): string => {
  $user.set({ status, email: 'a@example.test', mail_after: null, signup_member: null } as never);
  return renderToStaticMarkup(createElement(ConfirmEmail));
};
const linksFor = (status: string): string[] =>
  [...markupFor(status).matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');

test('SG5: while the address waits to be confirmed, the signup leads to the members who fit; then to the search', () => {
  expect(linksFor('not_confirmed')).toEqual(['/members', '/signup-matches', '/profile']);
  expect(linksFor('active')).toEqual(['/members', '/profile']);
});

test('SG11 DB6: a brand that tells nothing of accounts says how to correct an address, and has no form for it', () => {
  expect(markupFor('not_confirmed')).toContain('the form');
  onTestFinished(() => $siteSettings.set({ ...$siteSettings.get(), account_disclosure: 'open' }));
  $siteSettings.set({ ...$siteSettings.get(), account_disclosure: 'neutral' });
  expect(markupFor('not_confirmed')).not.toContain('the form');
  expect(markupFor('not_confirmed')).toContain('join_again');
});
