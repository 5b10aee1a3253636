// Signup for the api tests, as a browser makes it: a valid form, the cookie it gets, the link in the mail.
import type { Site } from '#site/load';
import type { TestServer } from './server.ts';
import { type CallAnswer, type CallOptions } from './server.ts';

export type Form = Record<string, string>;

/** A valid form for the first site, each with a unique address. */
export const rightForm = (changes: Form = {}): Form => ({
  email: `${crypto.randomUUID()}@example.test`,
  name: 'Anna Bloom',
  password: 'seven green bottles',
  date_of_birth: '1990-06-15',
  gender: 'female',
  seeks: 'male',
  country: 'NL',
  language: 'nl',
  signup_message: 'Hello there',
  terms: 'yes',
  consent: 'yes',
  ...changes,
});

/** A valid form for any site. */
export function formFor(site: Site, changes: Form = {}): Form {
  const { gender = '', sexuality = '' } = site.niche.members.mix[0] ?? {};
  const other = gender === 'male' ? 'female' : 'male';
  const seeks = sexuality === 'bi' ? 'both' : sexuality === 'hetero' ? other : gender;
  return rightForm({ gender, seeks, country: site.siteSettings.countries[0] ?? '', ...changes });
}

export const freshIp = (): string =>
  `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`;

export const joinWith = (server: TestServer, form: Form, options: CallOptions = {}): Promise<CallAnswer> =>
  server.call('/api/signup.php', { json: form, ip: freshIp(), ...options });

/** The session cookie set by an answer, as a browser sends it back. */
export const cookieIn = ({ cookies }: CallAnswer): { cookie: string } => ({
  cookie: cookies.find((each) => each.startsWith('auth.session='))?.split(';')[0] ?? '',
});

/** The link in the newest mail to an address. */
export function linkTo(server: TestServer, email: string): URL {
  const text = server.mails.findLast((mail) => mail.to === email)?.text ?? '';
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0];
  if (!link) throw new Error(`No mail with a link went to ${email}.`);
  return new URL(link);
}

export const tokenTo = (server: TestServer, email: string): string =>
  linkTo(server, email).searchParams.get('token') ?? '';

/** Runs the jobs; answers the token in the newest mail to an address, or an empty text where it has none. */
export async function mailedToken(server: TestServer, email: string): Promise<string> {
  await server.runJobs();
  const { text = '' } = server.mails.findLast(({ to }) => to === email) ?? {};
  return /token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

/** Quotas begin anew at midnight (UTC): moves the clock on when that is near. */
export function leaveMidnight(server: TestServer): void {
  if (server.now().getUTCHours() === 23) server.advance(2 * 3600);
}

/** Joins and runs the jobs; answers the new member's cookie and the token of the mail. */
export async function joinNew(server: TestServer, changes: Form = {}) {
  const form = rightForm(changes);
  const answer = await joinWith(server, form);
  if (answer.status !== 200) throw new Error(`Joining was refused: ${answer.text}`);
  await server.runJobs();
  const email = form['email'] ?? '';
  return { ...cookieIn(answer), email, form, token: tokenTo(server, email) };
}
