// The note below a message with signs of a scam, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { $scamRules, answer } from '#stores/scam-guard';
import { device } from '#tests/support/fake-storage';
import { ScamNote } from '../../src/features/chats/ScamNote.tsx';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ t: (key: string) => key, errorText: String, currentLanguage: () => 'en' }));

beforeEach(() => {
  device.clear();
  $scamRules.set({ scamTopic: () => 'money', mayBother: () => true });
});
const note = (seq: number): string =>
  renderToStaticMarkup(createElement(ScamNote, { text: 'Send money', partner: 'anna', seq }));

// A long conversation draws it anew whenever it is scrolled into sight.
test('DE10: it asks without interrupting the reader, however often it is drawn', () => {
  expect(note(3)).toContain('scam:bother_heading');
  expect(note(3)).not.toMatch(/role="(?:status|alert)"|aria-live/);
  answer('anna', 'read money');
  expect(note(3)).toBe('');
});

test('DE10: what was reported is not asked about again', () => {
  answer('anna', 'reported 3');
  expect(note(3)).toBe('<p class="msg-note">scam:reported</p>');
  expect(note(4)).toContain('scam:report');
});
