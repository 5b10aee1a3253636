// Forms of an account that are drawn again with what refuses them, in the words of the requirements and in those of every language.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FieldCode } from '#contract/errors';
import { escapeHtml } from '#html/escape';
import { openStatic } from '#server/static/index';
import { loadSites } from '#site/load';

const root = process.cwd();
const [site] = loadSites(root);
if (!site) throw new Error('There is no site.');
const pages = openStatic(join(root, 'dist'), [site]);

const drawn = async (
  language: string,
  path: string,
  refusal: { readonly code: string; readonly fields?: Readonly<Record<string, FieldCode>> },
): Promise<string> => {
  const { code, fields = {} } = refusal;
  const where = { site, country: null, language, path: language === 'en' ? path : `/${language}${path}` };
  const answer = await pages.form({ ...where, status: 422, code, fields, values: {}, encodings: '' });
  return (await answer?.text()) ?? '';
};
const shown = (text: string): string => `>${escapeHtml(text)}</p>`;

const WHOLE: readonly (readonly [id: string, path: string, code: string, english: string])[] = [
  ['AU21', '/reset-password', 'email_unknown', 'Email address not found'],
  [
    'AU23',
    '/reset-password',
    'reset_limit',
    'Too many password reset emails sent, please try again tomorrow. The link in the latest one still works.',
  ],
  ['AU22', '/reset-password/do', 'link_expired', 'Link expired or invalid, request a new email'],
  ['SG20', '/signup', 'email_known', 'There’s already an account with this email address. Please log in.'],
];
test.each(WHOLE)('%s: the form %s refused with %s says so', async (_, path, code, english) => {
  expect(await drawn('en', path, { code })).toContain(shown(english));
  for (const language of site.codes)
    expect([language, await drawn(language, path, { code })]).toEqual([
      language,
      expect.stringContaining(shown(site.texts(language)['errors']?.[code] ?? '-')),
    ]);
});

const BESIDE: readonly (readonly [id: string, path: string, field: string, code: FieldCode, english: string])[] = [
  ['SG14', '/signup', 'name', 'name_is_email', 'Username may not be the same as your email address'],
  ['SG19', '/signup', 'email', 'email_invalid', 'Please check your email address.'],
  ['AU24', '/reset-password/do', 'password_again', 'passwords_differ', 'The entered passwords are not the same.'],
];
test.each(BESIDE)('%s: the form %s says beside its field %s what %s means', async (_, path, field, code, english) => {
  const html = await drawn('en', path, { code: 'invalid', fields: { [field]: code } });
  expect(html).toContain(shown(english));
  expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")[^>]*aria-invalid="true"`));
  for (const language of site.codes)
    expect([language, await drawn(language, path, { code: 'invalid', fields: { [field]: code } })]).toEqual([
      language,
      expect.stringContaining(shown(site.texts(language)['errors']?.[`field_${code}`] ?? '-')),
    ]);
});

test.each([
  ['/reset-password/do', '/reset-password'],
  ['/login-mail/do', '/login-mail'],
  ['/account-reactivate', '/reset-password'],
  ['/mail-change/do', '/settings#email'],
])('AC6 AC18 AU22: the page of a mailed link, %s, leads to %s when the link has expired', async (path, way) => {
  const html = (await drawn('en', path, { code: 'link_expired' })).replaceAll(/\s+/g, ' ');
  expect(html).toMatch(new RegExp(`Link no longer works\\? <a href="${way}"> ?Request a new email ?</a>`));
});
