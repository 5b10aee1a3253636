// The inline script of the members area when the browser shows a page again as it was left.
import { expect, test } from 'vitest';
import { at, listening, run } from '#tests/support/page-script';

const MEMBER = 'auth.hint=1';

/** A page of the members area; `checks` says whether its islands check the session themselves. */
function openPage(cookie: string, checks = false) {
  const { listeners, addEventListener } = listening();
  const style = { visibility: '' };
  const document = { cookie, documentElement: { dataset: { login: '/login' }, style }, addEventListener };
  const went: string[] = [];
  const location = {
    ...at('/chats/1'),
    replace: (address: string) => void went.push(address),
    reload: () => void went.push('reload'),
  };
  const asked: string[] = [];
  const dispatchEvent = ({ type }: Event) => (asked.push(type), !checks);
  run('members', { document, location, localStorage: {}, addEventListener, dispatchEvent, Event });
  return {
    went,
    asked,
    style,
    leave: (persisted = true) => listeners['pagehide']?.({ persisted }),
    comeBack(as: string, persisted = true) {
      document.cookie = as;
      listeners['pageshow']?.({ persisted });
    },
  };
}

test('AU9: a page that is left is kept hidden, and loaded anew after the logout', () => {
  const page = openPage(MEMBER);
  page.leave();
  expect(page.style.visibility).toBe('hidden');
  page.comeBack('');
  expect([page.went, page.asked]).toEqual([['reload'], []]);
  expect(page.style.visibility).toBe('hidden');
});

test('AU9: a page whose islands check the session stays hidden until they show it', () => {
  const page = openPage(MEMBER, true);
  page.leave();
  page.comeBack(MEMBER);
  expect([page.went, page.asked, page.style.visibility]).toEqual([[], ['restored'], 'hidden']);
});

test('AU9: a page whose islands check nothing any more is loaded anew', () => {
  const page = openPage(MEMBER);
  page.leave();
  page.comeBack(MEMBER);
  expect([page.went, page.asked]).toEqual([['reload'], ['restored']]);
});

test('AU9: a visitor’s page comes back as it was, and as a member’s after a login', () => {
  const page = openPage('');
  page.went.length = 0;
  page.leave();
  expect(page.style.visibility).toBe('');
  page.comeBack('');
  expect(page.went).toEqual([]);
  page.comeBack(MEMBER);
  expect(page.went).toEqual(['reload']);
});

test('AU9: a page that is shown for the first time is left alone', () => {
  const page = openPage(MEMBER);
  page.comeBack(MEMBER, false);
  expect([page.went, page.asked, page.style.visibility]).toEqual([[], [], '']);
});
