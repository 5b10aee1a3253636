// Notifications as a member meets them: offered in the signup and after the first message, blocked with help, and the discreet icon.
import type { BrowserContext } from '@playwright/test';
import { push } from '#contract/push';
import { DISCREET_ICON } from '#domain/discreet';
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  firstSite,
  IN_WHOLE_BROWSER,
  logIn,
  origin,
  STILL,
  test,
  userOf,
  words,
} from '#tests/support/browser';
import { fillSignup, joinAndLogIn, newVisitor, sendSignup } from '#tests/support/signing-up';
import { logOut, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

// The worker of a test has no network to a push service, and answers of the browser are written below.
test.use({ ...IN_WHOLE_BROWSER, ...STILL, serviceWorkers: 'allow', refusals: true });

const SUBSCRIPTION = {
  endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** What the browser answers when it is asked, and that it subscribes without its service. */
async function answerWith(context: BrowserContext, answer: 'granted' | 'denied', isAsked = false): Promise<void> {
  await context.addInitScript(
    ([permission, subscription, wasAsked]) => {
      let now = wasAsked ? permission : 'default';
      Object.defineProperty(Notification, 'permission', { get: () => now });
      Notification.requestPermission = () => Promise.resolve((now = permission) as NotificationPermission);
      let current: PushSubscription | null = null;
      const made = {
        toJSON: () => subscription,
        unsubscribe: () => Promise.resolve(true),
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = () => Promise.resolve((current = made));
      PushManager.prototype.getSubscription = () => Promise.resolve(current);
    },
    [answer, SUBSCRIPTION, isAsked] as const,
  );
}

test('SG10 PU1 PU3 PU5: step 4 of the signup offers notifications, and turned on there the device is subscribed', async ({
  page,
  context,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await answerWith(context, 'granted');
  await page.goto(home + pathOf('signup'));
  await fillSignup(page, site, 'en', newVisitor());
  await sendSignup(page, site, 'en');
  await page.waitForURL(home + pathOf('complete-signup'));
  const heading = page.getByRole('heading', { level: 1 });
  for (const step of ['message', 'photo', 'personal', 'about']) {
    await expect(heading).toHaveText(t(`signup:${step}_heading`));
    await page.getByRole('button', { name: t('signup:steps_skip') }).click();
  }
  await expect(heading).toHaveText(t('signup:push_heading'));
  await expectAccessible(page);
  const stored = page.waitForResponse((answer) => answer.url().includes(push.subscribe.path));
  await page.getByRole('button', { name: t('shell:alert_push_action') }).click();
  expect((await stored).status()).toBe(200);
  await expect(page.getByText(t('signup:push_on'))).toBeVisible();
  await expectAccessible(page);
});

test('PU5 PU6: notifications are offered in the chat after the first sent message, once, and never over what is typed', async ({
  page,
  context,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await answerWith(context, 'granted');
  await joinAndLogIn(page, site, home);
  const offer = page.getByText(t('shell:push_offer'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  const id = (await page.locator('a.card-person').first().getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.goto(home + pathOf('members-id-chat', 'en', { id }));
  const field = page.getByRole('textbox', { name: t('chats:message') });
  await expect(field).toBeVisible();
  await expect(offer).toHaveCount(0);
  await write(page, site, 'en', 'Good evening');
  await expect(offer).toBeVisible();
  await field.fill('And another');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  const stored = page.waitForResponse((answer) => answer.url().includes(push.subscribe.path));
  await page
    .getByRole('button', { name: t('shell:alert_push_action') })
    .last()
    .click();
  expect((await stored).status()).toBe(200);
  await expect(offer).toHaveCount(0);
  await expect(field).toHaveValue('And another');
});

test('PU2 PU4: a browser that blocks notifications says so in the settings, with the way to allow them in it', async ({
  page,
  context,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await answerWith(context, 'denied', true);
  await joinAndLogIn(page, site, home);
  await page.goto(`${home + pathOf('settings')}#push`);
  await expect(page.getByText(t('notifications:push_denied'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('notifications:push_denied_chrome'))).toBeVisible();
  await expectAccessible(page);
});

test('PU4 DE103: where the permission is open again, a page turns notifications off and asks for nothing', async ({
  page,
  context,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  const { id } = await userOf(page);
  await page.evaluate((owner) => localStorage.setItem('kept:push', owner), id);
  await context.addInitScript(() => {
    const asked = globalThis as unknown as { asked: number };
    asked.asked = 0;
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = () => Promise.resolve(((asked.asked += 1), 'default' as const));
  });
  const ended = page.waitForResponse(
    (answer) => answer.url().includes(push.unsubscribe.path) && answer.request().method() === 'DELETE',
  );
  await page.goto(home + pathOf('likes'));
  expect((await ended).status()).toBe(204);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kept:push'))).toBeNull();
  expect(await page.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(0);
});

test('PU11: the discreet icon and name are chosen in the settings, and stay on the device', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const who = await joinAndLogIn(page, site, home);
  const manifest = page.locator('link[rel=manifest]');
  const nameIn = (): Promise<string> =>
    manifest.evaluate(async (link) => {
      const answer = await fetch((link as HTMLLinkElement).href);
      return ((await answer.json()) as { name: string }).name;
    });
  expect(await nameIn()).toBe(site.name);
  await page.goto(`${home + pathOf('settings')}#discreet`);
  const choice = page.getByRole('switch', { name: t('discreet:switch') });
  await expect(page.getByText(t('discreet:stays', { name: site.name }))).toBeVisible();
  await expectAccessible(page);
  await choice.click();
  await expect(choice).toBeChecked();
  await expect.poll(nameIn).toBe(t('discreet:name'));
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', DISCREET_ICON);
  expect(await page.evaluate(async (icon) => (await fetch(icon)).status, DISCREET_ICON)).toBe(200);
  await page
    .locator(`:is(.topnav, .bottombar) a[href="${pathOf('likes')}"]`)
    .filter({ visible: true })
    .click();
  await page.waitForURL(home + pathOf('likes'));
  expect(await nameIn()).toBe(t('discreet:name'));
  await logOut(page, site, 'en');
  await logIn(page, site, home, who);
  expect(await nameIn()).toBe(t('discreet:name'));
  await page.goto(`${home + pathOf('settings')}#discreet`);
  await choice.click();
  await expect.poll(nameIn).toBe(site.name);
});
