// Forms of the settings say what is missing and where a forgotten password is set, as static markup in English.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { FieldCode } from '#contract/errors';
import { DeletionForm } from '../../src/features/settings/DeletionForm.tsx';
import { PasswordField } from '../../src/features/settings/PasswordField.tsx';
import type { Site } from '#site/load';
import { LEAVING_REASONS } from '#stores/leaving';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}` }));
vi.mock('#lib/page', async () => {
  const { loadSites: load } = await import('#site/load');
  const [site] = load(process.cwd()) as [Site];
  const page = { language: 'en', tag: 'en-GB', texts: site.texts('en'), languages: [], countries: {} };
  return { readPage: () => page, isVisitor: () => false };
});

test('AC16 DB13: the deletion waits for no reason in silence: its button can be pressed, and then the browser asks for one', () => {
  const html = renderToStaticMarkup(createElement(DeletionForm, { onBack: () => undefined }));
  const reasons = html.match(/<input type="radio"[^>]*>/g) ?? [];
  expect(reasons.filter((each) => / required=""/.test(each))).toHaveLength(LEAVING_REASONS.length);
  expect(html).toContain('type="submit"');
  expect(html).not.toContain('disabled');
});

test('AC3 AC16: who is refused for the password they have now is led to a new one, and nowhere for another refusal', () => {
  const drawn = (fields: Readonly<Record<string, FieldCode>>, more: object = {}): string => {
    const state = { state: 'failed', code: 'invalid', fields } as const;
    const field = { state, value: '', onChange: () => undefined, ...more };
    return renderToStaticMarkup(createElement(PasswordField, field));
  };
  const way = '<span>Forgot your password?</span> <a href="/reset-password">Set a new one</a>';
  expect(drawn({ password: 'password_old_wrong' })).toContain(way);
  expect(drawn({ old: 'password_old_wrong' }, { name: 'old' })).toContain(way);
  expect(drawn({ email: 'email_invalid' })).not.toContain('reset-password');
  expect(drawn({ password: 'password_known' }, { autoComplete: 'new-password' })).not.toContain('reset-password');
});
