// The script of the login page for passkeys: what it says when the login is refused.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { passkeys } from '#contract/passkeys';
import { translatorFor } from '#i18n/translator';
import { loadSites } from '#site/load';

const code = readFileSync('src/layouts/inline/passkey.js', 'utf8');
const form = readFileSync('src/layouts/forms/LoginForm.astro', 'utf8');
/** The texts that the form hands to the script, by attribute. */
const KEYS = Object.fromEntries(
  [...form.matchAll(/data-([a-z_]+)=\{t\('([a-z]+:[a-z_]+)'\)\}/g)].map(([, name = '', key = '']) => [name, key]),
);

/** What the page says after a press of the button, when the login is answered with a code. */
async function saidAfter(refusal: string, texts: Record<string, string>): Promise<string> {
  const button: { onclick?: () => void; disabled?: boolean } = {};
  const error = { textContent: '', focus: () => undefined };
  const part = { dataset: { ...texts, passkey: 'login', challenge: 'challenge' }, querySelector: () => button };
  const page = { querySelector: (selector: string) => (selector === '.form-error' ? error : part) };
  const credentials = { get: () => Promise.resolve({ toJSON: () => ({}) }) };
  const answers: Record<string, object> = { challenge: { options: {} }, login: { error: { code: refusal } } };
  const ask = (path: string) => Promise.resolve({ json: () => Promise.resolve(answers[path]) });
  const browser = { PublicKeyCredential: { parseRequestOptionsFromJSON: (options: object) => options } };
  new Function('document', 'window', 'navigator', 'fetch', code)(page, browser, { credentials }, ask);
  button.onclick?.();
  while (button.disabled) await new Promise((resolve) => setImmediate(resolve));
  return error.textContent;
}

test('DA-passkey SA4 AC16: a refused passkey says why in every language: the account is suspended, closed or being deleted', async () => {
  const expected = {
    passkey_failed: 'errors:passkey_failed',
    email_deleting: 'auth:passkey_deleting',
    account_suspended: 'auth:passkey_suspended',
    account_closed: 'auth:passkey_suspended',
  };
  expect(Object.keys(expected).sort()).toEqual([...(passkeys.login.errors ?? [])].sort());
  const [site] = loadSites(process.cwd());
  for (const { code: language } of site?.languages ?? []) {
    const { translate } = translatorFor(language, site?.texts(language) ?? {});
    const texts = Object.fromEntries(Object.entries(KEYS).map(([name, key]) => [name, translate(key)]));
    for (const [refusal, key] of Object.entries(expected)) {
      const said = await saidAfter(refusal, texts);
      expect([language, refusal, said]).toEqual([language, refusal, translate(key)]);
      // The script fills in nothing.
      expect(said).not.toMatch(/[{}]|^$/);
    }
  }
});
