// The members' top bar on wide screens: in every brand and language its items have room.
import { pathOf } from '#domain/routes';
import { expect, expectNoSideScroll, logIn, origin, sites, test } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { joinByCalls } from '#tests/support/signing-up';

/** Where the bar begins, where its words grow, and common laptops. */
const WIDTHS = [768, 992, 1200, 1280, 1440];

for (const site of sampled('top bar', sites, 1))
  for (const { code: language } of sampled(`top bar of ${site.folder}`, site.languages, 1))
    test(`SH12 SH21: the top bar fits the screen at ${site.folder} in ${language} @desktop`, async ({
      page,
      baseURL,
    }) => {
      const home = origin(site, baseURL);
      await logIn(page, site, home, await joinByCalls(page, site, home, language), language);
      await page.goto(home + pathOf('settings', language));
      await expect(page.locator('.topnav .nav-text').first()).toBeAttached();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page);
      }
    });
