// Sites with other settings: signup by invitation or from a known source only, and a domain of another language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageFile, pathOf, routeOf, routes, shellOf } from '#domain/routes';
import { alteredSites, type AlteredSite } from '#tests/support/altered-sites';
import { expect, expectDrawn, sites, test as base, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';

const CHANGES = [{ signups: 'other', domain_language: 'de' }, { signups: 'with_trafficsource' }];
const test = base.extend<object, { altered: readonly AlteredSite[] }>({
  altered: [
    async ({}, use) => {
      const { altered, close } = await alteredSites(
        sites.map(({ folder }) => folder),
        CHANGES,
      );
      await use(altered);
      await close();
    },
    { scope: 'worker', timeout: 900_000 },
  ],
});
// The sites are built once for the whole file.
test.describe.configure({ mode: 'default' });

const id = '00000000-0000-4000-8000-000000000000';
/** Pages that begin the signup, by their route's name: some in an ordinary run. */
const entrances = sampled(
  'entrances',
  [
    'index',
    'signup',
    'members-id-signup',
    ...routes.filter(({ layout, screen }) => layout === 'lander' && screen).map(({ name }) => name),
  ],
  5,
);
const notices = (page: Page) => page.locator('.invite-only');
const forms = (page: Page) => page.locator('main form:is([action^="/api/signup"], .hero form)');

async function open(page: Page, { origin }: AlteredSite, name: string, language: string, query = ''): Promise<void> {
  await page.goto(origin + pathOf(name, language, { id }) + query);
  // The form is the last of the cards.
  if (name.includes('tinderswipe')) for (let card = 0; card < 3; card += 1) await page.keyboard.press('ArrowRight');
}

test('SG24: with signup by invitation, every entry page says so in place of its form', async ({
  page,
  altered: [closed],
}) => {
  if (!closed) throw new Error('There is no such site.');
  const t = words(closed.site, 'de');
  for (const name of entrances) {
    await open(page, closed, name, 'de', '?network=net');
    await expect(notices(page), name).toHaveText(new RegExp(t('errors:signups_closed')));
    await expect(notices(page), name).toBeVisible();
    await expect(notices(page).getByRole('link'), name).toHaveAttribute('href', /\/de\/login/);
    await expect(forms(page).locator('visible=true'), name).toHaveCount(0);
  }
  await page.goto(closed.origin + pathOf('pricing', 'de'));
  await page.getByRole('link', { name: t('signup:submit') }).click();
  await expect(page.getByRole('dialog').locator('.invite-only')).toBeVisible();
});

for (const [source, query, isOpen] of [
  ['another parameter in the address', '&sub1=x', false],
  ['a network in the address', '&network=net', true],
  ['a partner in the address', '&ref=partner', true],
  ['a partner in storage', '', true],
] as const)
  test(`SG23: a page’s own script decides before the first paint whether the form is open, with ${source}`, async ({
    page,
    altered: [, sourced],
  }) => {
    if (!sourced) throw new Error('There is no such site.');
    const { origin, exported } = sourced;
    const gate = page.locator('.by-source').first();
    await page.addInitScript((isStored) => {
      window.requestAnimationFrame = () => 0;
      if (isStored) Object.assign(localStorage, { consent: 'yes', tracking: 'sub1=x&ref=partner' });
    }, query === '');
    // As a static host answers, which changes nothing in a page.
    await page.route(`${origin}/**`, async (asked) => {
      if (!asked.request().isNavigationRequest()) return asked.continue();
      const name = new URL(asked.request().url()).searchParams.get('page') ?? 'index';
      const body = readFileSync(join(exported, pageFile(shellOf(routeOf(name)))), 'utf8');
      return asked.fulfill({ body, contentType: 'text/html; charset=utf-8' });
    });
    for (const name of entrances) {
      await page.goto(`${origin}${pathOf(name, 'en', { id })}?page=${name}${query}`);
      // At once: nothing may change after the first paint.
      expect(await gate.evaluate((each) => getComputedStyle(each).display !== 'none'), name).toBe(isOpen);
      await expect(notices(page).first(), name).toHaveCSS('display', isOpen ? 'none' : /^(?!none)/);
    }
  });

test('SI4 DB20: on a host of plain files an address without a language leads to the domain’s', async ({
  page,
  context,
  altered: [german],
}) => {
  if (!german) throw new Error('There is no such site.');
  const { origin, exported } = german;
  await page.route(`${origin}/**`, async (asked) => {
    const { pathname } = new URL(asked.request().url());
    if (!asked.request().isNavigationRequest() || pathname.startsWith('/de/')) return asked.continue();
    const body = readFileSync(join(exported, 'login.html'), 'utf8');
    return asked.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });
  for (const path of [pathOf('landers-video-slug'), pathOf('members-id-landing', 'en', { id }), pathOf('likes')]) {
    await page.goto(`${origin}${path}?ref=a`, { waitUntil: 'commit' });
    await expect(page).toHaveURL((url) => url.href.startsWith(`${origin}/de`) && url.href.includes('ref=a'));
  }
  await context.clearCookies();
  for (const path of ['/api/signup-begin.php', '/?locale=en', '/login']) {
    await page.goto(origin + path);
    await expect(page).toHaveURL(origin + path);
    // English can be chosen from the second of them on.
    await expectDrawn(page);
  }
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    for (const [query, isOpen] of [
      ['', false],
      ['?sub1=x', false],
      ['?network=net', true],
      ['?ref=partner', true],
    ] as const)
      test(`SG23: with signup from known sources only, a visitor of ${query || 'a plain address'} gets the ${isOpen ? 'form' : 'notice'}`, async ({
        page,
        altered: [, sourced],
      }) => {
        if (!sourced) throw new Error('There is no such site.');
        const [shown, hidden] = isOpen ? [forms, notices] : [notices, forms];
        for (const name of entrances) {
          await open(page, sourced, name, 'en', query);
          await expect(shown(page), name).toBeVisible();
          await expect(hidden(page), name).toBeHidden();
        }
      });

    test('SI4 SI6: where the domain has another language, English can be chosen, and stays', async ({
      page,
      context,
      altered: [german],
    }) => {
      if (!german) throw new Error('There is no such site.');
      const { origin } = german;
      const lander = pathOf('landers-video-slug');
      await page.goto(`${origin}${lander}?network=net`);
      await expect(page).toHaveURL(`${origin}/de${lander}?network=net`);
      await page.locator('header details:has([data-language]) > summary').click();
      await page.locator('header a[data-language=en]').click();
      await expect(page).toHaveURL(`${origin}${lander}?network=net`);
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
      await expect.poll(() => context.cookies()).toMatchObject([{ name: 'locale', value: 'en', path: '/' }]);
      await page.goto(origin);
      await expect(page).toHaveURL(`${origin}/`);
      await page.goto(origin + pathOf('lang-config', 'de'));
      await context.clearCookies();
      await page.locator('main a[data-language=en]').first().click();
      await expect(page).toHaveURL(`${origin}/`);
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
    });
  });
