// A voice message in two browsers: recorded, heard, sent with a text for its price, played by the other member, and gone when deleted.
import { DEFAULTS } from '#domain/limits';
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  MOVING,
  origin,
  test,
  userOf,
  words,
} from '#tests/support/browser';
import { newcomer, newMember, ownId } from '#tests/support/story';

test.use({ ...MOVING, refusals: true });

const site = firstSite();
const t = words(site, 'en');
const price = t('shell:cost', { count: DEFAULTS.photo_credits });

/** A microphone that hums. */
function hum(): void {
  navigator.mediaDevices.getUserMedia = () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const out = context.createMediaStreamDestination();
    tone.connect(out);
    tone.start();
    return Promise.resolve(out.stream);
  };
}

test('CH37 CH33 CH14: a voice message is recorded, heard, sent for its price, played by the other member, and gone once deleted', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  const [me, them] = [await ownId(page), await ownId(other)];
  await page.addInitScript(hum);
  await page.goto(home + pathOf('members-id-chat', 'en', { id: them }));
  const dialog = page.getByRole('dialog', { name: t('voice:heading') });
  await page.getByRole('button', { name: t('voice:heading'), exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(t('voice:recording'));
  await expectAccessible(page);
  await expect(dialog.getByRole('timer')).toHaveText(/^0:0[2-9] /);
  // The button that stops has the focus.
  await page.keyboard.press('Enter');
  const own = dialog.getByRole('group', { name: t('voice:own') });
  await expect(own.getByRole('button', { name: t('voice:play') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(own.getByRole('button', { name: t('voice:pause') })).toBeVisible();
  const text = dialog.getByRole('textbox', { name: t('voice:text') });
  await text.fill('I hummed for you');
  // Closed by mistake, it is still there.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: t('voice:own'), exact: true }).click();
  await expect(text).toHaveValue('I hummed for you');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: new RegExp(price) }).click();
  await expect(dialog).toHaveCount(0);
  const mine = page.locator('.msg-mine');
  await expect(mine.getByRole('group', { name: t('voice:own') })).toBeVisible();
  await expect(mine.getByText('I hummed for you')).toBeVisible();
  expect((await userOf(page)).credits).toBe(2);

  await other.goto(home + pathOf('members-id-chat', 'en', { id: me }));
  const theirs = other.locator('.msg').getByRole('group');
  const slider = theirs.getByRole('slider', { name: t('voice:position') });
  await theirs.getByRole('button', { name: t('voice:speed', { speed: '1' }) }).click();
  await expect(theirs.getByRole('button', { name: t('voice:speed', { speed: '1.5' }) })).toBeVisible();
  // A recording that does not arrive says so, and another try plays it.
  await other.route(/\/voice\//, (route) => route.fulfill({ status: 404 }));
  await theirs.getByRole('button', { name: t('voice:play') }).click();
  await expect(other.locator('.msg').getByRole('alert')).toHaveText(t('voice:unplayable'));
  await other.unroute(/\/voice\//);
  await other.getByRole('button', { name: t('shell:retry') }).click();
  // Looked at with every frame: it is over in a second or two.
  await slider.evaluate(
    (input) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (/^0:0[1-9] /.test(input.getAttribute('aria-valuetext') ?? '')) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  expect(await theirs.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
  await expectAccessible(other);
  await mine.hover();
  await mine.getByRole('button', { name: t('chats:delete_message') }).click();
  await page.getByRole('button', { name: t('chats:discard'), exact: true }).click();
  await expect(other.locator('.msg')).toContainText(t('chats:deleted_theirs'));
  await expect(theirs).toHaveCount(0);
});
