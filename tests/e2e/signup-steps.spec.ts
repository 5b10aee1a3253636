// The steps after joining in a browser: answered, skipped, gone back to, and continued elsewhere.
import { pathOf } from '#domain/routes';
import {
  sampledScreen,
  entered,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  logIn,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { plainJpeg } from '#tests/support/pictures';
import { sampled } from '#tests/support/samples';
import { fillSignup, isAskedForPush, newVisitor, sendSignup } from '#tests/support/signing-up';

const site = firstSite();

// A refused field is answered with a 422, which the browser logs.
test.use({ refusals: true });

for (const language of sampled('signup-steps', ['en', 'pl'], 1)) {
  const t = words(site, language);

  test(
    `SG4 SG8 SG9 SG10 SG30: steps are answered, refused, skipped and continued on another device, in ${language}`,
    { tag: sampledScreen('signup-steps') },
    async ({ page, baseURL, browser }) => {
      const home = origin(site, baseURL);
      const visitor = newVisitor();
      const heading = page.getByRole('heading', { level: 1 });
      const next = page.getByRole('button', { name: t('signup:steps_next') });
      const line = page.getByLabel(t('profile:line'), { exact: true });
      const steps = home + pathOf('complete-signup', language);
      await page.goto(home + pathOf('signup', language));
      await fillSignup(page, site, language, visitor);
      await sendSignup(page, site, language);
      await page.waitForURL(steps);

      await test.step('the message: a reload keeps what was typed, a refusal says why', async () => {
        await expect(heading).toHaveText(t('signup:message_heading'));
        await line.fill('x'.repeat(400));
        await expectAccessible(page);
        await expectNoSideScroll(page);
        await page.screenshot({ path: test.info().outputPath('message.png'), fullPage: true });
        await page.reload();
        await expect(line).toHaveValue('x'.repeat(400));
        await next.click();
        await expect(line).toHaveAttribute('aria-invalid', 'true');
        await expect(line).toBeFocused();
        await line.fill('Hello from the lake');
        await next.click();
      });

      await test.step('the photo: read out from its heading, and Back leads to the message', async () => {
        await expect(heading).toHaveText(t('signup:photo_heading'));
        await expect(heading).toBeFocused();
        const total = (await isAskedForPush(page)) ? 5 : 4;
        await expect(page.getByText(t('signup:steps_progress', { number: 2, total }))).toBeVisible();
        await page.goBack();
        await expect(line).toHaveValue('Hello from the lake');
        await page.goForward();
        await expect(heading).toHaveText(t('signup:photo_heading'));
        await expect(page.getByRole('button', { name: t('photos:add') })).toBeVisible();
        await expectAccessible(page);
        await expectNoSideScroll(page);
        await page.screenshot({ path: test.info().outputPath('photo.png'), fullPage: true });
        const buffer = await plainJpeg(800, 1000);
        await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
        await page.getByRole('button', { name: t('photos:crop_done') }).click();
        await expect(page.getByRole('img', { name: t('photos:photo', { number: 1, total: 1 }) })).toBeVisible();
        await next.click();
      });

      await test.step('personal info is skipped', async () => {
        await expect(heading).toHaveText(t('signup:personal_heading'));
        await expectAccessible(page);
        await expectNoSideScroll(page);
        await page.screenshot({ path: test.info().outputPath('personal.png'), fullPage: true });
        await page.getByRole('button', { name: t('signup:steps_skip') }).click();
        await expect(heading).toHaveText(t('signup:about_heading'));
        await page.screenshot({ path: test.info().outputPath('about.png'), fullPage: true });
      });

      await test.step('another device continues with about me, and ends at the address', async () => {
        const elsewhere = await entered(await browser.newContext());
        const phone = await elsewhere.newPage();
        await phone.goto(home + pathOf('login', language));
        await logIn(phone, site, home, visitor, language);
        await phone.goto(steps);
        await expect(phone.getByRole('heading', { level: 1 })).toHaveText(t('signup:about_heading'));
        const about = phone.getByLabel(t('profile:about'), { exact: true });
        await expect(about).toHaveValue(/Soup/);
        await about.fill('I walk a lot.');
        await expectAccessible(phone);
        await phone.getByRole('button', { name: t('signup:steps_next') }).click();
        if (await isAskedForPush(phone)) {
          await expect(phone.getByRole('heading', { level: 1 })).toHaveText(t('signup:push_heading'));
          await expectAccessible(phone);
          await phone.screenshot({ path: test.info().outputPath('push.png'), fullPage: true });
          await phone.getByRole('button', { name: t('signup:steps_skip') }).click();
        }
        await expect(phone.getByRole('heading', { level: 1 })).toHaveText(t('signup:step_heading'));
        await phone.goto(home + pathOf('profile', language));
        await expect(phone.getByLabel(t('profile:line'), { exact: true })).toHaveValue('Hello from the lake');
        await expect(phone.getByLabel(t('profile:about'), { exact: true })).toHaveValue('I walk a lot.');
        await elsewhere.close();
      });
    },
  );
}
