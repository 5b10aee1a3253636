// Alerts of the members area, the worker that shows pushes, and what only the installed app has.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { PUSH_WORKER } from '#domain/push';
import { expectBanner } from '#tests/support/banners';
import {
  expect,
  expectAccessible,
  firstSite,
  logIn,
  origin,
  test,
  IN_WHOLE_BROWSER,
  STILL,
  words,
} from '#tests/support/browser';
import { joinAndLogIn } from '#tests/support/signing-up';
import { logOut } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test.use({ ...IN_WHOLE_BROWSER, ...STILL });

test('SH24 SH25 SH26 SH27 PU5 PU6 PU7: one alert at a time, not on its own page, and never again once dismissed', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home);
  await expect(page.getByText(t('shell:alert_photo'))).toHaveCount(0);
  await joinAndLogIn(page, site, home);
  const photo = page.getByText(t('shell:alert_photo'));
  const push = page.getByText(t('shell:alert_push'));
  const close = page.locator('.banners').getByRole('button', { name: t('shell:close') });
  await expectBanner(page, photo);
  await expect(push).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(home + pathOf('profile'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(photo).toHaveCount(0);
  await page.goto(home + pathOf('likes'));
  await photo.locator('xpath=ancestor::div[contains(@class,"notice")]').getByRole('button').click();
  await expect(photo).toHaveCount(0);
  // The next offer comes with a page, not after it: it would move what is being read.
  await expect(push).toBeAttached();
  await expect(push).toBeHidden();
  await page.goto(home + pathOf('notifications'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(push).toHaveCount(0);
  await page.goto(home + pathOf('chats'));
  await expect(push).toBeVisible();
  await page
    .locator(`:is(.topnav, .bottombar) a[href="${pathOf('likes')}"]`)
    .filter({ visible: true })
    .click();
  await expect(push).toBeVisible();
  await close.last().click();
  await expect(push).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(photo.or(push)).toHaveCount(0);
});

test('SH25 CR36: a remembered banner has its space before it is known, and another one waits for the next page', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  const photo = page.getByText(t('shell:alert_photo'));
  const bonus = page.locator('.banners .countdown');
  const space = page.locator('.banners');
  const top = async (): Promise<number> => Math.round((await page.locator('main').boundingBox())?.y ?? 0);
  // Nothing is remembered of what this device has not shown. A page with banners would write it again with every draw.
  await page.goto(`${home}/robots.txt`);
  await page.evaluate(() => localStorage.removeItem('kept:banners'));
  await page.goto(home + pathOf('members'));
  await expect(photo).toBeAttached();
  await expect(bonus).toBeAttached();
  await expect(photo.or(bonus).filter({ visible: true })).toHaveCount(0);
  const before = await top();
  await expect(space.locator('[data-state="waiting"]')).toHaveCount(2);

  const user = Promise.withResolvers<void>();
  await page.route('**/api/user.php', async (route) => {
    await user.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(photo.or(bonus)).toHaveCount(0);
  const reserved = await top();
  expect(reserved).toBeGreaterThan(before + 40);
  user.resolve();
  await expect(photo).toBeVisible();
  await expect(bonus).toBeVisible();
  expect(await top()).toBe(reserved);

  // What the member dismisses goes with its space. A new page shows what is due at once.
  await page
    .locator('.banners')
    .getByRole('button', { name: t('shell:close') })
    .click();
  await expect(photo).toHaveCount(0);
  expect(await top()).toBeLessThan(reserved);
  await page
    .locator(`:is(.topnav, .bottombar) a[href="${pathOf('likes')}"]`)
    .filter({ visible: true })
    .click();
  await page.waitForURL(home + pathOf('likes'));
  await expect(bonus).toBeVisible();
});

test.describe('the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('PU9 PU10: the worker shows a push with its badge, also on a public page, and says nothing while the page is in front', async ({
    page,
    baseURL,
    context,
  }) => {
    const home = origin(site, baseURL);
    await context.grantPermissions(['notifications'], { origin: home });
    await joinAndLogIn(page, site, home);
    const cdp = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    await page.evaluate(async (worker) => {
      await navigator.serviceWorker.register(worker, { scope: '/' });
      await navigator.serviceWorker.ready;
    }, PUSH_WORKER);
    const registrationId = await registered;
    const notification = {
      title: site.name,
      body: 'There’s something new for you',
      lang: 'en',
      tag: 'news',
      icon: `${home}/icon-192.png`,
      navigate: `${home}/chats`,
      app_badge: '3',
      data: { id: '1 3' },
    };
    const data = JSON.stringify({ web_push: 8030, notification });
    const publicData = JSON.stringify({
      web_push: 8030,
      notification: { ...notification, body: 'Seen on a public page' },
    });
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no worker.');
    const shown = (): Promise<unknown> =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
      });
    const told = page.evaluate(
      () =>
        new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('message', (event) =>
            resolve((event.data as { type: string }).type),
          ),
        ),
    );
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: home, registrationId, data });
    expect(await told).toBe('push');
    expect(await shown()).toEqual([]);
    // A public page in front shows nothing itself.
    await page.goto(home + pathOf('pages-faq'));
    await expect
      .poll(async () => {
        await cdp.send('ServiceWorker.deliverPushMessage', { origin: home, registrationId, data: publicData });
        return shown();
      })
      .toEqual([[site.name, 'Seen on a public page']]);
    await page.goto('about:blank');
    // Each replaces the one before, as in the first one the page may still be in front.
    await expect
      .poll(async () => {
        await cdp.send('ServiceWorker.deliverPushMessage', { origin: home, registrationId, data });
        return shown();
      })
      .toEqual([[site.name, 'There’s something new for you']]);
  });
});

test.describe('after the logout', () => {
  test.use({ serviceWorkers: 'allow' });

  test('E11: what the device shows of a member is gone', async ({ page, baseURL, context }) => {
    const home = origin(site, baseURL);
    await context.grantPermissions(['notifications'], { origin: home });
    await joinAndLogIn(page, site, home);
    // It looks after what is shown.
    const isLoaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('upkeep')));
    await expect.poll(isLoaded).toBe(true);
    const shown = (isNew = false): Promise<number> =>
      page.evaluate(async (shows) => {
        const registration = await navigator.serviceWorker.ready;
        if (shows) await registration.showNotification('News', { tag: 'news' });
        return (await registration.getNotifications()).length;
      }, isNew);
    expect(await shown(true)).toBe(1);
    await logOut(page, site, 'en');
    await expect.poll(() => shown()).toBe(0);
  });
});

test('SH17 SH18: only the installed app shows a way back, on the pages that have one', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  const backOn = (tab: Page) => tab.getByRole('button', { name: t('shell:back'), exact: true });
  const back = backOn(page);
  await page.goto(home + pathOf('credits'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(back).toBeHidden();
  // No browser of a test is an installed app.
  await page.context().addInitScript(() => {
    const real = globalThis.matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) => (query === '(display-mode: standalone)' ? real('all') : real(query));
  });
  await page.goto(home + pathOf('credits'));
  await expect(back).toBeVisible();
  await page.goto(home + pathOf('chats'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(back).toBeHidden();
  await page.goto(home + pathOf('credits'));
  await back.click();
  await page.waitForURL(home + pathOf('chats'));

  // Opened there, the app has nothing behind it, also when something lies ahead.
  const opened = await page.context().newPage();
  const heading = opened.getByRole('heading', { level: 1 });
  await opened.goto(home + pathOf('credits'));
  await expect(heading).toBeVisible();
  await expect(backOn(opened)).toBeHidden();
  await opened.goto(home + pathOf('chats'));
  await expect(heading).toBeVisible();
  await opened.goBack();
  await expect(heading).toHaveText(t('credits:heading'));
  await expect(backOn(opened)).toBeHidden();
});
