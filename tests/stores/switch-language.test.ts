// Showing the same page in another language: at once, but never while a field is being filled in.
import { beforeEach, expect, test, vi } from 'vitest';

const { page } = vi.hoisted(() => ({ page: { language: 'en', isChanging: false } }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => page.language }));
vi.mock('#lib/navigation/install', () => ({ isPageChanging: () => page.isChanging }));

/** The part of the focused field that is read. */
const field = (value: string, isMessage: boolean) => ({
  value,
  matches: () => true,
  closest: () => (isMessage ? {} : null),
});
const shown: string[] = [];
/** A new document for each test, so that listeners of another test receive nothing. */
const newPlaces = () =>
  Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    activeElement: null as unknown,
    dialog: null as unknown,
    cookie: 'locale=nl.told',
    querySelector: (selector: string) => (selector.includes('dialog[open]') ? places.dialog : null),
    body: { append: () => undefined },
    /**
     * A link that the router follows with history replacement, for the way back must not lead to the other language.
     */
    createElement: () => ({
      href: '',
      dataset: {} as Record<string, string>,
      click(): void {
        shown.push(`${this.dataset['astroHistory'] ?? ''} ${this.href}`);
      },
      remove: () => undefined,
    }),
  });
let places: ReturnType<typeof newPlaces>;

beforeEach(() => {
  vi.resetModules();
  shown.length = 0;
  Object.assign(page, { language: 'en', isChanging: false });
  places = newPlaces();
  vi.stubGlobal('document', places);
  vi.stubGlobal('location', { pathname: '/members', search: '?page=2' });
});

test('AC19: the page is shown in the other language with its query', async () => {
  (await import('#lib/navigation/switch-language')).switchLanguage('nl');
  expect(shown).toEqual(['replace /nl/members?page=2']);
});

test('SI4: where the cookie says another language or none, no visitor is redirected back and forth', async () => {
  const { switchLanguage } = await import('#lib/navigation/switch-language');
  for (const cookie of ['', 'locale=en.told', 'locale=de']) {
    places.cookie = cookie;
    switchLanguage('nl');
    places.dispatchEvent(new Event('astro:after-swap'));
  }
  expect(shown).toEqual([]);
});

test('AC19: what was shown once is not shown again by a page in another language that comes later', async () => {
  const { switchLanguage } = await import('#lib/navigation/switch-language');
  switchLanguage('nl');
  page.language = 'nl';
  places.dispatchEvent(new Event('astro:after-swap'));
  page.language = 'de';
  places.dispatchEvent(new Event('astro:after-swap'));
  expect(shown).toHaveLength(1);
});

test('AC19: the message box does not delay it, since its text is stored', async () => {
  places.activeElement = field('Hello', true);
  (await import('#lib/navigation/switch-language')).switchLanguage('nl');
  expect(shown).toHaveLength(1);
});

test('AC19: a field being filled in delays it until the tab is visible again or shows another page', async () => {
  for (const moment of ['visibilitychange', 'astro:after-swap']) {
    vi.resetModules();
    shown.length = 0;
    places.activeElement = field('My complaint', false);
    (await import('#lib/navigation/switch-language')).switchLanguage('nl');
    places.dispatchEvent(new Event(moment));
    expect(shown).toEqual([]);
    places.activeElement = null;
    places.dispatchEvent(new Event(moment));
    expect(shown).toContain('replace /nl/members?page=2');
  }
});

test('AC19: a pressed link is followed first', async () => {
  page.isChanging = true;
  (await import('#lib/navigation/switch-language')).switchLanguage('nl');
  expect(shown).toEqual([]);
  page.isChanging = false;
  places.dispatchEvent(new Event('astro:after-swap'));
  expect(shown).toContain('replace /nl/members?page=2');
});

test('AC19: an open dialog delays it too, with the focus anywhere', async () => {
  places.dialog = {};
  (await import('#lib/navigation/switch-language')).switchLanguage('nl');
  expect(shown).toEqual([]);
  places.dialog = null;
  places.dispatchEvent(new Event('visibilitychange'));
  expect(shown).toContain('replace /nl/members?page=2');
});

test('AC19: a member who went back to the page’s language meanwhile stays', async () => {
  const { switchLanguage } = await import('#lib/navigation/switch-language');
  places.activeElement = field('My complaint', false);
  switchLanguage('nl');
  switchLanguage('en');
  places.activeElement = null;
  places.dispatchEvent(new Event('visibilitychange'));
  expect(shown).toEqual([]);
});
