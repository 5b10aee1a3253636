// Every kind of page of every brand in one nginx, by the generated files and with TLS: nothing is refused, nothing fails.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { screensOf, settled } from '#scripts/screenshots/members';
import { demoLogins } from '#scripts/seed/demo';
import { CHROMIUM_ARGS, findChromium } from '#scripts/testing/chromium';
import { requireProgram } from '#scripts/testing/has-program';
import type { Site } from '#site/load';
import { entered, expect, expectDrawn, logIn, sites, test } from '#tests/support/browser';
import { serveExports } from '#tests/support/exports-in-nginx';
import { watchFaults } from '#tests/support/page-faults';
import { publicPages, someMember } from '#tests/support/public-pages';
import { sampled } from '#tests/support/samples';
import type { WebServer } from '#tests/support/web-servers';

requireProgram('nginx');
const lively = demoLogins.find(({ kind }) => kind === 'lively');
/** Pages of each world in an ordinary run. */
const PAGES = 12;

/** A browser that finds the domain of a site in this nginx. */
function openBrowser({ ports }: WebServer, { siteSettings: { domain } }: Site): Promise<Browser> {
  const executablePath = findChromium();
  const rules = `MAP ${domain}:443 127.0.0.1:${ports.https}`;
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...CHROMIUM_ARGS, `--host-resolver-rules=${rules}`, '--ignore-certificate-errors'],
  });
}

/** Opens every kind of public page, each in another language, as a visitor. */
async function walkPublic(page: Page, site: Site, home: string): Promise<void> {
  const { id } = await someMember(page, home);
  const kinds = publicPages(site).map((kind, at) => ({ kind, language: site.codes[at % site.codes.length] ?? 'en' }));
  for (const { kind, language } of sampled(`behind nginx: public pages of ${site.folder}`, kinds, PAGES)) {
    const answer = await page.goto(home + kind.path(language, id));
    expect(answer?.status(), `${kind.name} in ${language}`).toBe(kind.name === '404' ? 404 : 200);
    await expectDrawn(page);
  }
}

/** Opens every kind of page of the members area, with its islands. */
async function walkMembers(page: Page, site: Site, home: string): Promise<void> {
  await logIn(page, site, home, lively);
  const paths = Object.values(await screensOf(page, home));
  for (const path of sampled(`behind nginx: pages of the members area of ${site.folder}`, paths, PAGES)) {
    expect((await page.goto(home + path))?.status(), path).toBe(200);
    await settled(page);
  }
}

for (const site of sampled('behind nginx', sites, 1))
  test(`F3: ${site.folder}: no style, script or call of any page is refused behind the generated files of nginx`, async ({
    baseURL,
    viewport,
    isMobile,
    hasTouch,
  }) => {
    const server = await serveExports(sites, Number(new URL(baseURL ?? '').port));
    const browser = await openBrowser(server, site);
    try {
      const home = `https://${site.siteSettings.domain}`;
      const device = async (): Promise<[BrowserContext, string[]]> => {
        const context = await entered(await browser.newContext({ viewport, isMobile, hasTouch }));
        return [context, await watchFaults(context)];
      };
      const [visitor, visitorFaults] = await device();
      await walkPublic(await visitor.newPage(), site, home);
      const [member, memberFaults] = await device();
      await walkMembers(await member.newPage(), site, home);
      expect([...visitorFaults, ...memberFaults]).toEqual([]);
    } finally {
      await browser.close();
      await server.stop();
    }
  });
