// A photo in a chat in two browsers: looked at, sent, paid, blurred until it is tapped, and gone when it is deleted.
import type { Page } from '@playwright/test';
import { DEFAULTS } from '#domain/limits';
import { pathOf } from '#domain/routes';
import {
  MOVING,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  test,
  userOf,
  words,
} from '#tests/support/browser';
import { jpeg } from '#tests/support/pictures';
import { newcomer, newMember, ownId, write } from '#tests/support/story';

test.use(MOVING);

const site = firstSite();
const t = words(site, 'en');
const price = t('shell:cost', { count: DEFAULTS.photo_credits });

test.use({ refusals: true });

const add = (page: Page) => page.getByRole('button', { name: t('pictures:heading'), exact: true });

async function choose(page: Page, buffer: Buffer, mimeType = 'image/jpeg'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await add(page).click();
  await (await chooser).setFiles([{ name: 'sea.jpg', buffer, mimeType }]);
}

test('CH17 CH33 CH14 CR20: a photo is looked at, sent for its price, blurred until it is tapped, and gone once deleted', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  const [me, them] = [await ownId(page), await ownId(other)];
  await page.goto(home + pathOf('members-id-chat', 'en', { id: them }));
  const dialog = page.getByRole('dialog', { name: t('pictures:heading') });
  await choose(page, await jpeg({ width: 200, height: 200 }));
  await dialog.getByRole('button', { name: new RegExp(price) }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('errors:photo_small'));
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: t('pictures:other') }).click();
  await (
    await chooser
  ).setFiles([{ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: await jpeg({ width: 900, height: 1200 }) }]);
  await expect(dialog.getByRole('img', { name: t('pictures:chosen') })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: new RegExp(price) }).click();
  await expect(dialog).toHaveCount(0);
  const mine = page.locator('.msg-mine');
  await expect(mine.getByRole('img', { name: t('pictures:own') })).toBeVisible();
  expect((await userOf(page)).credits).toBe(2);

  await other.goto(home + pathOf('chats'));
  await expect(other.locator('.chat-rows a').first()).toContainText(t('pictures:received'));
  const opened: string[] = [];
  other.on('request', (request) => opened.push(new URL(request.url()).pathname));
  await other.goto(home + pathOf('members-id-chat', 'en', { id: me }));
  const blurred = other.getByRole('button', { name: t('pictures:show') });
  await expect(blurred).toBeVisible();
  await expectAccessible(other);
  // Nothing but colours has been fetched before the tap.
  const ofPhoto = () =>
    opened.filter((path) => /photos\/\w+-\d+\.webp/.test(path)).map((path) => path.split('-').at(-1));
  await expect.poll(ofPhoto).toContain('32.webp');
  expect(ofPhoto()).not.toContain('640.webp');
  await blurred.click();
  const theirs = other.locator('.msg:not(.msg-mine)');
  await expect(theirs.locator('img')).toHaveJSProperty('naturalWidth', 640);
  await theirs.getByRole('button', { name: t('pictures:enlarge') }).click();
  await expect(other.locator('dialog.lightbox')).toBeVisible();
  await other.keyboard.press('Escape');
  await expect(other.locator('dialog.lightbox')).toHaveCount(0);
  const address = (await theirs.locator('img').getAttribute('src')) ?? '';
  const statusFor = (reader: Page): Promise<number> =>
    reader.evaluate((path) => fetch(path, { cache: 'no-store' }).then(({ status }) => status), address);
  const stranger = await newMember(browser, site, home, newcomer());
  expect([await statusFor(other), await statusFor(stranger)]).toEqual([200, 404]);

  await mine.hover();
  await mine.getByRole('button', { name: t('chats:delete_message') }).click();
  await page.getByRole('button', { name: t('chats:discard'), exact: true }).click();
  await expect(theirs).toContainText(t('chats:deleted_theirs'));
  await expect.poll(() => statusFor(other)).toBe(404);
});

test('CH25 CH23 CR22: what needs Premium or credits says so before a photo is chosen', async ({ baseURL, browser }) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  for (let n = 0; n < 2; n += 1) {
    const id = await ownId(await newMember(browser, site, home, newcomer()));
    await page.goto(home + pathOf('members-id-chat', 'en', { id }));
    await write(page, site, 'en', 'Good evening.');
  }
  const third = await newMember(browser, site, home, newcomer());
  await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(third) }));
  await add(page).click();
  const alert = page.getByRole('dialog', { name: t('shell:premium_conversations_heading') });
  await expect(alert.getByRole('link', { name: t('shell:premium_action') })).toHaveAttribute('href', /\/premium\?for=/);
  await alert.getByRole('button', { name: t('shell:premium_later') }).click();
  await page.goto(home + pathOf('chats'));
  await page.locator('.chat-rows a').first().click();
  await choose(page, await jpeg({ width: 600, height: 600 }));
  const dialog = page.getByRole('dialog', { name: t('pictures:heading') });
  await dialog.getByRole('button', { name: new RegExp(price) }).click();
  await expect(page.locator('.msg-mine .chat-photo')).toBeVisible();
  await add(page).click();
  await expect(dialog).toContainText(t('pictures:too_few', { price, balance: t('shell:cost', { count: 0 }) }));
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /\/credits\?for=/);
});

test('CH32 CH31 SA6: a moving gift is found by a word, sent, and seen; all of it comes from this house', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  const [me, them] = [await ownId(page), await ownId(other)];
  await page.goto(home + pathOf('members-id-chat', 'en', { id: them }));
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.getByRole('button', { name: t('gifts:heading'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('gifts:heading') });
  const field = dialog.getByLabel(t('gifts:search'));
  await field.fill('yacht');
  await expect(dialog.getByRole('status').first()).toHaveText(t('gifts:search_none'));
  await field.fill('good morning');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('radio').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: new RegExp(t('shell:cost', { count: 1 })) }).click();
  await expect(page.locator('.msg-mine .gift-art')).toBeVisible();
  expect([...hosts].filter((host) => host !== home && !host.startsWith('blob:') && host !== 'null')).toEqual([]);
  await other.goto(home + pathOf('members-id-chat', 'en', { id: me }));
  await expect(other.locator('.msg:not(.msg-mine)').last()).toContainText(t('gifts:name_sun'));
  const moving = other.locator('.msg .art-spin');
  await expect(moving).toHaveCSS('animation-name', 'gift-spin');
  await other.emulateMedia({ reducedMotion: 'reduce' });
  await expect(moving).toHaveCSS('animation-name', 'none');
});
