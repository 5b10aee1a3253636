// What a refused change of one's address or password says, from the real server's refusal to the English words beside the form.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEmailChange, createPasswordChange } from '#stores/account-settings';
import type { Submit } from '#stores/submit';
import { errorText } from '#lib/i18n';
import type { Site } from '#site/load';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';
import { fieldError, generalError } from '../../src/features/settings/field-error.ts';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/page', async () => {
  const { loadSites: load } = await import('#site/load');
  const [site] = load(process.cwd()) as [Site];
  const page = { language: 'en', tag: 'en-GB', texts: site.texts('en'), languages: [], countries: {} };
  return { readPage: () => page, isVisitor: () => false };
});

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  me = await server.member();
  callFromStores(server, () => me.cookie);
});
afterAll(() => server.close());

/** What stands beside each field, and above the button. */
function said(form: Submit<never>, names: readonly string[]): Record<string, string | null> {
  const state = form.get();
  const general = generalError(state);
  const beside = names.map((name) => [name, fieldError(state, name)] as const);
  return {
    ...Object.fromEntries(beside.filter(([, text]) => text !== null)),
    ...(general ? { form: errorText(general.code, general) } : {}),
  };
}
const changed = async (email: string, password = me.password) => {
  const form = createEmailChange();
  await form.submit({ email, password });
  return said(form, ['email', 'password']);
};

test('AC5: an invalid, the own and a taken address are each refused in their own words', async () => {
  const [other, leaving] = [await server.member(), await server.member({ status: 'pending_deletion' })];
  expect(await changed('anna@example')).toEqual({ email: 'Please check your email address.' });
  expect(await changed(me.email.toUpperCase())).toEqual({ email: 'That’s already your email address.' });
  expect(await changed(other.email)).toEqual({
    form: 'There’s already an account with this email address. Please log in.',
  });
  expect((await changed(leaving.email))['form']).toMatch(
    /^The account with this email address will be deleted on \d+ \w+ \d{4}.*customer service/,
  );
  expect(await changed(`${crypto.randomUUID()}@example.test`, 'wrong password')).toEqual({
    password: 'Please check your old password.',
  });
});

test('AC3 AU24: a wrong old password and two different new ones are each refused beside their field', async () => {
  const form = createPasswordChange();
  const next = 'purple lanterns over water';
  await form.submit({ old: 'wrong password', password: next, password_again: `${next}!` });
  expect(said(form, ['old', 'password', 'password_again'])).toEqual({
    old: 'Please check your old password.',
    password_again: 'The entered passwords are not the same.',
  });
});
