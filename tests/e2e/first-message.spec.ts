// The short story, in every niche, each in another language: from signup to the first message.
import { pathOf } from '#domain/routes';
import { expectBanner } from '#tests/support/banners';
import { expect, journeys, origin, test, words } from '#tests/support/browser';
import { confirm, join, expectSoundPage, newcomer, otherBrowser, ownId, write } from '#tests/support/story';

test.use({ refusals: true });

for (const { site, language, tag } of journeys) {
  test(
    `SG1 AU26 CH16: from signup to the first message at ${site.folder} in ${language}`,
    { tag },
    async ({ page, baseURL, browser, context }) => {
      const home = origin(site, baseURL);
      const t = words(site, language);
      const who = newcomer();
      const other = await otherBrowser(browser, site, home);
      const otherId = await ownId(other);
      await join(page, site, language, home, who);
      await expectSoundPage(page);
      await confirm(context, site, language, home, who.email);
      await page.goto(home + pathOf('members-id', language, { id: otherId }));
      // They come with the member's data, above what the story presses.
      await expectBanner(page, page.getByText(t('shell:alert_photo')));
      await expectBanner(page, page.locator('.banners .countdown'));
      await page.getByRole('link', { name: new RegExp(t('likes:write')) }).click();
      await page.waitForURL(/\/chat$|\/chats\//);
      await write(page, site, language, `Hello from ${who.name}.`);
      await expectSoundPage(page);
      await other.goto(home + pathOf('chats'));
      await expect(other.getByText(`Hello from ${who.name}.`)).toBeVisible();
      for (const route of ['likes', 'chats', 'credits', 'transactions-id']) {
        await page.goto(home + pathOf(route, language));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectSoundPage(page);
      }
    },
  );
}
