// The inline script of every page, run against a stand-in for the browser: where languages lead, and what coming back finds.
import { expect, test } from 'vitest';
import { at, listening, run } from '#tests/support/page-script';

/** A press on the language menu's link to `language`, as the layout writes it on a page for one member, standing at `address`. */
function languageLink(address: string, language: string) {
  const prefix = language === 'en' ? '' : `/${language}`;
  const link = { dataset: { language, shell: `${prefix}/` }, pathname: prefix || '/', search: '', closest: () => true };
  const { listeners, addEventListener } = listening();
  const document = {
    cookie: 'locale=nl',
    documentElement: { lang: 'nl', dataset: { home: 'nl' }, toggleAttribute: () => false },
    querySelectorAll: () => [],
    addEventListener,
  };
  run('shell', { document, location: at(address), addEventListener: () => undefined });
  const press = (): string => {
    listeners['click']?.({ target: { closest: () => link } });
    return link.pathname + link.search;
  };
  return press;
}

test('B20: a language link of a page for one member leads to the same address however often it is used', () => {
  for (const [from, language, to] of [
    ['/members/x1/landing', 'nl', '/nl/members/x1/landing'],
    ['/de/members/x1/landing2/evening?ref=r', 'nl', '/nl/members/x1/landing2/evening?ref=r'],
    ['/de/members/x1/signup', 'en', '/members/x1/signup'],
    ['/members/x1/signup', 'en', '/members/x1/signup'],
  ] as const) {
    const press = languageLink(from, language);
    expect([press(), press(), press()]).toEqual([to, to, to]);
  }
});

/** Where a page, written as the layout does, leads whoever arrives at it. */
function arrive(address: string, page: { lang: string; home?: string; cookie?: string }): string | null {
  let led: string | null = null;
  const document = {
    cookie: page.cookie ?? '',
    documentElement: { lang: page.lang, dataset: { home: page.home }, toggleAttribute: () => false },
    addEventListener: () => undefined,
  };
  const location = { ...at(address), replace: (to: string) => (led = to) };
  run('shell', { document, location, addEventListener: () => undefined });
  return led;
}

test('SI4 B20: on a host without our server an address without a language leads to the domain’s, campaigns and members’ landers too', () => {
  const page = { lang: 'en-GB', home: 'nb' };
  for (const address of ['/landers/video/summer?ref=a', '/members/x1/landing2', '/signup', '/likes'])
    expect(arrive(address, page)).toBe(`/nb${address}`);
  expect(arrive('/nb/signup', { ...page, lang: 'nb-NO' })).toBeNull();
  expect(arrive('/signup', { ...page, cookie: 'a=1; locale=en' })).toBeNull();
  expect(arrive('/api/signup-begin.php', page)).toBeNull();
  // The link to English names it, for whoever opens it in another tab.
  expect(arrive('/?locale=en', page)).toBeNull();
  // The domain speaks English, or the page answers for any address.
  expect(arrive('/nowhere', { lang: 'en-GB' })).toBeNull();
});

test('SG32: whoever comes back finds the button as it was, however often it was pressed, and the login as it is now', () => {
  const button = {
    dataset: { busy: 'One moment…' } as Record<string, string>,
    textContent: 'Go',
    setAttribute() {},
    removeAttribute() {},
  };
  const { listeners, addEventListener } = listening();
  const shown: unknown[] = [];
  const document = {
    cookie: '',
    documentElement: { lang: 'en', dataset: {}, toggleAttribute: (_name: string, isOn: boolean) => shown.push(isOn) },
    querySelectorAll: () => [button],
    addEventListener,
  };
  run('shell', { document, location: at('/login'), addEventListener });
  const form = { querySelector: () => button };
  for (const times of ['once', 'twice']) listeners['submit']?.({ target: form, times });
  expect(button.textContent).toBe('One moment…');
  document.cookie = 'auth.hint=1';
  listeners['pageshow']?.({});
  expect([button.textContent, shown]).toEqual(['Go', [false, true]]);
});
