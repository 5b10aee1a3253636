// The inline scripts of pages, run against a stand-in for the browser: what they do with the address and with what is kept.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** Runs a script of src/layouts/ where only `globals` are there. */
const run = (name: string, globals: Record<string, unknown>): void =>
  void runInNewContext(readFileSync(`src/layouts/${name}.js`, 'utf8'), { URLSearchParams, ...globals });
/** The parts of an address that scripts read. */
const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://site.example');
  return { pathname, search };
};

/** A press on the language menu's link to `language`, as the layout writes it on a page for one member, standing at `address`. */
function languageLink(address: string, language: string) {
  const prefix = language === 'en' ? '' : `/${language}`;
  const link = { dataset: { language, shell: `${prefix}/` }, pathname: prefix || '/', search: '', closest: () => true };
  const listeners: Record<string, (event: object) => void> = {};
  const document = {
    cookie: 'locale=nl',
    documentElement: { lang: 'nl', dataset: { home: 'nl' }, toggleAttribute: () => false },
    querySelectorAll: () => [],
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
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
