// The words of an account that the requirements give, in English, and that every language has its own.
import { expect, test } from 'vitest';
import { leavingReasons } from '#contract/leaving';
import { loadSites, type Site } from '#site/load';
import { translatorFor } from '#i18n/translator';

const [site] = loadSites(process.cwd()) as [Site];
const t = (key: string, language = 'en'): string => translatorFor(language, site.texts(language)).translate(key);

// "E-mail" is spelled "email" throughout (locales/glossary.md).
test.each([
  ['AU21', 'errors:email_unknown', 'Email address not found'],
  ['AU22', 'errors:link_expired', 'Link expired or invalid, request a new email'],
  ['AU24', 'errors:field_passwords_differ', 'The entered passwords are not the same.'],
  ['AC3', 'errors:field_password_old_wrong', 'Please check your old password.'],
  ['AC5', 'errors:field_email_invalid', 'Please check your email address.'],
  ['AU31', 'shell:login_chat', 'You need to be logged in to chat'],
  ['SH20', 'shell:account_profile', 'My profile'],
  ['SH20', 'shell:account_settings', 'Settings'],
  ['SH20', 'shell:logout', 'Log out'],
])('%s: %s reads “%s”', (_, key, words) => expect(t(key)).toBe(words));

test('AU23: beyond the reset mails of a day the text says so, and that the latest link works', () => {
  expect(t('errors:reset_limit')).toMatch(/^Too many password reset emails sent, please try again tomorrow\. /);
});

/** Texts of one choice, of which no two may say the same. */
const APART: Readonly<Record<string, readonly string[]>> = {
  'AU31 AU32: what needs a login': ['chat', 'photo', 'like', 'gift'].map((each) => `shell:login_${each}`),
  'AC14: a reason to leave': leavingReasons.map((each) => `leaving:reason_${each === 'other' ? 'else' : each}`),
  'AC9: why there are no mails': ['fbl', 'bounce', 'listunsubscribe'].map((each) => `notifications:disabled_${each}`),
  'AC9 AC10: the alert of that': ['fbl', 'bounce', 'listunsubscribe'].map((each) => `shell:alert_mail_${each}`),
  'AC5: an address that cannot be taken': ['field_email_invalid', 'field_email_own', 'email_known'].map(
    (each) => `errors:${each}`,
  ),
};
test.each(Object.entries(APART))('%s has words of its own in every language', (_, keys) => {
  for (const language of site.codes)
    expect([language, new Set(keys.map((key) => t(key, language))).size]).toEqual([language, keys.length]);
});

test('SG14 DE53: a deleted account’s day stands in the text that refuses its address, in every language', () => {
  for (const language of site.codes) {
    const { translate } = translatorFor(language, site.texts(language));
    expect([language, translate('errors:email_deleting', { until: 'THEN' })]).toEqual([
      language,
      expect.stringMatching(/THEN(?!.*\{\{)/),
    ]);
  }
});
