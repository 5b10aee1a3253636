// When the member counts as busy, so that no dialog comes by itself.
import { beforeEach, expect, test, vi } from 'vitest';
import { queueDialog, $queuedDialog } from '#stores/dialog-queue';
import { clearPrivateData } from '#stores/private-data';
import { pass } from '#tests/support/fake-clock';
import { watchForms } from '../../src/features/shell/watch-forms.ts';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));

const SECOND = 1000;
const member = { isInField: false, hasDialog: false };
/** What the selectors of the product find, as a browser would say. */
const page = Object.assign(new EventTarget(), {
  activeElement: { matches: (selector: string) => selector.includes('textarea') && member.isInField },
  querySelector: (selector: string) => (selector === 'dialog[open]' && member.hasDialog ? {} : null),
});

beforeEach(() => {
  clearPrivateData();
  Object.assign(member, { isInField: false, hasDialog: false });
});

test('CR44 AU30: no dialog opens while a field has the focus, for 30 seconds after the last letter, or over another dialog', () => {
  const stop = watchForms(page as unknown as Document);
  member.isInField = true;
  const leave = queueDialog('activation');
  pass(60 * SECOND);
  expect($queuedDialog.get()).toBeNull();
  page.dispatchEvent(new Event('input'));
  member.isInField = false;
  pass(29 * SECOND);
  expect($queuedDialog.get()).toBeNull();
  member.hasDialog = true;
  pass(10 * SECOND);
  expect($queuedDialog.get()).toBeNull();
  member.hasDialog = false;
  pass(SECOND);
  expect($queuedDialog.get()).toBe('activation');
  leave();
  stop();
});

test('CR44: once it is stopped no letter is heard; without a form in use a dialog opens at once', () => {
  watchForms(page as unknown as Document)();
  page.dispatchEvent(new Event('input'));
  const leave = queueDialog('bonus');
  expect($queuedDialog.get()).toBe('bonus');
  leave();
});
