// The login page beside its form: blocked cookies, a member who is logged in already, and a password that is shown.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, logIn, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const t = words(site, 'en');

test('AU1: a browser that blocks cookies is told that the login needs them; others read nothing of it', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home + pathOf('login'));
  await expect(page.getByLabel(t('auth:email'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('auth:cookies'))).toBeHidden();
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
  await page.goto(home + pathOf('login'));
  await expect(page.getByText(t('auth:cookies'))).toBeVisible();
  await expectAccessible(page);
});

test('AU1: a member who is logged in already is told so, and led on', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await page.goto(home + pathOf('login'));
  const onward = page.getByRole('main').getByRole('link', { name: t('shell:my_area') });
  const field = page.getByLabel(t('auth:email'), { exact: true });
  await expect(onward).toBeHidden();
  await expect(field).toBeVisible();
  await logIn(page, site, home);
  await page.goto(`${home + pathOf('login')}?ended=1`);
  await expect(field).toBeVisible();
  await page.goto(home + pathOf('login'));
  await expect(page.getByText(t('signup:member_text'))).toBeVisible();
  await expect(field).toBeHidden();
  await expectAccessible(page);
  await onward.click();
  await page.waitForURL(home + pathOf('members'));
});

test('AU1: a password that is shown is hidden before it is sent, so that no browser keeps it as a text', async ({
  page,
  baseURL,
}) => {
  await page.goto(origin(site, baseURL) + pathOf('login'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill('anna@example.test');
  const field = page.getByLabel(t('auth:password'), { exact: true });
  await field.fill('correct horse battery');
  await page.getByRole('button', { name: t('auth:show_password') }).click();
  await expect(field).toHaveAttribute('type', 'text');
  const sent = await field.evaluate(
    (element) =>
      new Promise<string | undefined>((resolve) => {
        const { form } = element as HTMLInputElement;
        form?.addEventListener('submit', (event) => {
          event.preventDefault();
          resolve((element as HTMLInputElement).type);
        });
        form?.requestSubmit();
        // A field that is not filled in keeps the form from being sent.
        if (form?.checkValidity() === false) resolve(undefined);
      }),
  );
  expect(sent).toBe('password');
});
