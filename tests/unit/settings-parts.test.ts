// What sections of the settings and the account menu show, as static markup in English.
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OwnSession, Settings } from '#contract/settings';
import { disabledReasons } from '#contract/notifications';
import { AccountActions } from '../../src/features/shell/AccountActions.tsx';
import { ConsentSection } from '../../src/features/settings/ConsentSection.tsx';
import { EmailSection } from '../../src/features/settings/EmailSection.tsx';
import { LanguageSection } from '../../src/features/settings/LanguageSection.tsx';
import { NotificationsSection } from '../../src/features/settings/NotificationsSection.tsx';
import { PasswordSection } from '../../src/features/settings/PasswordSection.tsx';
import { SessionsSection } from '../../src/features/settings/SessionsSection.tsx';
import { SettingsForm } from '../../src/features/settings/SettingsForm.tsx';
import { errorText } from '#lib/i18n';
import { $accountSettings, $sessions } from '#stores/account-settings';
import { $notifications } from '#stores/notifications';
import { $passkeys } from '#stores/passkeys';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { loadSites, type Site } from '#site/load';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  queryOf: () => null,
  currentPathIn: (language: string) => `/${language}/settings`,
}));
vi.mock('#lib/page', async () => {
  const { loadSites: load } = await import('#site/load');
  const [site] = load(process.cwd()) as [Site];
  const languages = site.codes.map((code) => ({ code, tag: code, label: `Label ${code}` }));
  const page = { language: 'en', tag: 'en-GB', texts: site.texts('en'), languages, countries: { NL: 'Netherlands' } };
  return { readPage: () => page, isVisitor: () => false };
});
vi.mock('#stores/account-settings', async () => {
  const { atom } = await import('nanostores');
  const createSessionEnd = () => atom({ state: 'idle' });
  const createEmailCancel = createSessionEnd;
  const createPasswordChange = () => atom({ state: 'done' });
  return { $accountSettings: atom({}), $sessions: atom({}), createSessionEnd, createEmailCancel, createPasswordChange };
});
vi.mock('#stores/passkeys', async () => {
  const { atom } = await import('nanostores');
  return { $passkeys: atom({ state: 'loading' }) };
});
vi.mock('#stores/notifications', async () => {
  const { atom } = await import('nanostores');
  return { $notifications: atom({}), $enabling: atom({ state: 'idle' }), watchNotifications: () => undefined };
});
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({ name: 'Site', account_disclosure: 'open' }) };
});

const [site] = loadSites(process.cwd()) as [Site];
const draw = (section: FunctionComponent): string => renderToStaticMarkup(createElement(section));
const setReady = (store: { set(value: never): void }, value: object): void =>
  store.set({ state: 'ready', ...value } as never);
const words = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
/** By the clock of this machine, as a browser goes by its own. */
const momentText = (moment: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', parts).format(new Date(moment));

test('AU19 AC1: the section of the language links every language by its own name, and marks the one that is shown', () => {
  const links = [...draw(LanguageSection).matchAll(/<a ([^>]*)>([^<]*)<\/a>/g)];
  expect(links.map(([, , label]) => label)).toEqual(site.codes.map((code) => `Label ${code}`));
  for (const [at, code] of site.codes.entries()) {
    const [, attributes = ''] = links[at] ?? [];
    expect(attributes).toMatch(
      new RegExp(`href="/${code}/settings" hrefLang="${code}" lang="${code}" data-language="${code}"`),
    );
    expect([code, /aria-current="true"/.test(attributes)]).toEqual([code, code === 'en']);
  }
});

const SEEN = '2026-03-02T11:30:00.000Z';
const session = (changes: Partial<OwnSession>): OwnSession => ({
  ...{ id: crypto.randomUUID(), browser: 'Firefox', system: 'Linux', country: 'NL', current: false },
  ...{ created_at: '2026-03-01T10:00:00.000Z', seen_at: SEEN, ...changes },
});

test('AC22: each login shows its device, country and last activity, and only another one can be ended', () => {
  setReady($sessions as never, {
    sessions: [session({ current: true }), session({ browser: null, system: null, country: null })],
  });
  const [own = '', other = ''] = draw(SessionsSection).match(/<li>.*?<\/li>/g) ?? [];
  const seen = momentText(SEEN, { dateStyle: 'medium', timeStyle: 'short' });
  expect(words(own)).toBe(` Firefox on Linux Netherlands · Last seen ${seen} This device `);
  expect(own).not.toContain('<button');
  expect(words(other)).toBe(` Unknown device Last seen ${seen} Log out Unknown device `);
  expect(draw(SessionsSection)).toContain('Log out everywhere else');
  setReady($sessions as never, { sessions: [session({ current: true })] });
  expect(draw(SessionsSection)).not.toContain('<button');
});

test('AC3 DA-passkey: a member with passkeys who has set a new password reads that they stay, with a way to them', () => {
  const status = () => /<p role="status">(.*?)<\/p>/.exec(draw(PasswordSection))?.[1];
  const saved = '<span>Your new password is saved. You’ve been logged out everywhere else.</span>';
  expect(status()).toBe(saved);
  setReady($passkeys as never, { passkeys: [] });
  expect(status()).toBe(saved);
  setReady($passkeys as never, { passkeys: [{ id: 'x' }] });
  const way = '<a href="#passkeys">Check your passkeys</a>';
  expect(status()).toBe(`${saved} <span>Your passkeys still work: a new password doesn’t remove them.</span> ${way}`);
});

test('SG31 AC24: the section of the consents shows when each was given, and when it was withdrawn', () => {
  const consents = (changes: Partial<Settings>): string => {
    const given = { accepted_terms_at: '2026-03-01T12:00:00.000Z', consented_at: '2026-03-02T12:00:00.000Z' };
    setReady($accountSettings as never, { settings: { ...given, consent_withdrawn_at: null, ...changes } });
    return words(draw(ConsentSection));
  };
  expect(consents({})).toMatch(/1 March 2026.*2 March 2026/);
  const withdrawn = consents({ consent_withdrawn_at: '2026-03-04T12:00:00.000Z' });
  expect(withdrawn).toMatch(/1 March 2026.*4 March 2026/);
  expect(withdrawn).not.toContain('2 March 2026');
});

test.each(disabledReasons)(
  'AC9: a member whose mails have stopped (%s) reads why, and can have them again',
  (reason) => {
    const choices = { email: 'anna@example.test', types: {}, push: {}, devices: 1 };
    setReady($notifications as never, { ...choices, disabled: [reason] });
    const html = draw(NotificationsSection);
    const [, text = ''] = /class="mails-stopped"><span>([^<]*)<\/span><button/.exec(html) ?? [];
    expect(text).toBe(site.texts('en')['notifications']?.[`disabled_${reason}`]?.replace('{{email}}', choices.email));
    setReady($notifications as never, { ...choices, disabled: [] });
    expect(draw(NotificationsSection)).not.toContain('mails-stopped');
  },
);

test('SH20: the account menu leads to profile and settings, and logs out', () => {
  const html = draw(AccountActions);
  const entries = [...html.matchAll(/<li><(a href="([^"]*)"|button)[^>]*>(.*?)<\/li>/g)];
  expect(entries.map(([, , href, content = '']) => [href, words(content).trim()])).toEqual([
    ['/profile', 'My profile'],
    ['/settings', 'Settings'],
    [undefined, 'Log out'],
  ]);
});

test('SG14 AC5: a refused address in deletion names the moment until which its account can come back', () => {
  const until = '2026-03-04T10:00:00.000Z';
  const moment = momentText(until, { dateStyle: 'long', timeStyle: 'short' });
  expect(errorText('email_deleting', { until })).toContain(`will be deleted on ${moment}. Until then`);
  const state = { state: 'failed', code: 'email_deleting', fields: {}, until } as const;
  const form = createElement(SettingsForm, { state, action: 'Save', onSend: async () => undefined, children: [] });
  expect(words(renderToStaticMarkup(form))).toContain(moment);
});

test('AC4 DB6: a member whose address was never confirmed is led to where it is corrected, or to join again', () => {
  setReady($accountSettings as never, { settings: { email: 'anna@example.test', pending_email: null } });
  $user.set({ status: 'not_confirmed' } as never);
  onTestFinished(() => $user.set(null));
  expect(draw(EmailSection)).toContain('href="/complete-signup"');
  onTestFinished(() => $siteSettings.set({ ...$siteSettings.get(), account_disclosure: 'open' }));
  $siteSettings.set({ ...$siteSettings.get(), account_disclosure: 'neutral' });
  expect(draw(EmailSection)).toContain(errorText('join_again'));
  expect(draw(EmailSection)).not.toMatch(/<(?:a|form|input) /);
});
