// Joining in a browser, with and without JavaScript: the form, its refusals, the mailed link, the page that waits for it.
import { demoLogins } from '#scripts/seed/demo';
import { signupChoices } from '#domain/orientation';
import { pathOf } from '#domain/routes';
import { expectBanner } from '#tests/support/banners';
import {
  sampledScreen,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  sites,
  test,
  words,
} from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { confirmByLink, fillSignup, mailedLink, newVisitor, sendSignup, skipSteps } from '#tests/support/signing-up';

const site = firstSite();
/** A site for one gender, which does not ask for it. */
const single = sites.find((each) => signupChoices(each.niche.members.mix).genders.length === 1) ?? site;

test.use({ refusals: true });

for (const language of sampled('signup', ['en', 'fi'], 1)) {
  test(
    `SG1 SG6 SG18 AU26 AU27 AU29 AU30: from the front page to a confirmed address, in ${language}`,
    { tag: sampledScreen('signup') },
    async ({ page, baseURL, context }) => {
      const home = origin(site, baseURL);
      const t = words(site, language);
      const visitor = newVisitor();

      await test.step('the front page asks the first question', async () => {
        await page.goto(home + pathOf('index', language));
        await page.getByLabel(t('signup:gender_male'), { exact: true }).check();
        await page.getByRole('button', { name: t('signup:submit'), exact: true }).click();
        await page.waitForURL(`${home}${pathOf('signup', language)}?gender=male`);
        await expect(page.getByLabel(t('signup:gender_male'), { exact: true })).toBeChecked();
        await expectNoSideScroll(page);
        await expectAccessible(page);
      });

      await test.step('the form leads on and says that a mail is on its way', async () => {
        await fillSignup(page, site, language, visitor);
        await sendSignup(page, site, language);
        await page.waitForURL(home + pathOf('complete-signup', language));
        await skipSteps(page, site, language);
        await expect(page.getByRole('button', { name: /\d+ s/ })).toHaveAttribute('aria-disabled', 'true');
        await expectNoSideScroll(page);
        await expectAccessible(page);
      });

      await test.step('a new member sees the banner, with the way to a new mail', async () => {
        await page.goto(home + pathOf('members', language));
        await expectBanner(page, page.getByText(t('shell:banner_unconfirmed_action')));
        await page.getByRole('link', { name: t('shell:banner_unconfirmed_action') }).click();
        await page.waitForURL(`${home}${pathOf('complete-signup', language)}?step=confirm`);
        await expect(page.getByRole('link', { name: t('shell:banner_unconfirmed_action') })).toHaveCount(0);
      });

      await test.step('a signup by API is reminded by a modal on a smartphone, and by the alert elsewhere', async () => {
        await page.goto(`${home}${pathOf('members', language)}?api_signup_complete=1`);
        const modal = page.getByRole('dialog', { name: t('shell:reminder_heading') });
        const alert = page.locator('.banners').getByText(t('shell:banner_unconfirmed'));
        if (test.info().project.name === 'phone') {
          await expect(modal).toBeVisible();
          await expect(alert).toHaveCount(0);
          await expectAccessible(page);
          await page.keyboard.press('Escape');
          await expect(modal).toHaveCount(0);
        }
        await expect(alert).toBeVisible();
        await page.goto(`${home}${pathOf('complete-signup', language)}?step=confirm`);
      });

      await test.step('the mailed link confirms by its button, and the waiting page hears of it', async () => {
        const mail = await context.newPage();
        const link = await mailedLink(mail, home, visitor.email);
        await mail.goto(link);
        await expectAccessible(mail);
        await confirmByLink(mail, site, language, link);
        await expect(mail.getByRole('heading', { name: t('signup:welcome_profile') })).toBeVisible();
        await expect(mail.getByRole('link', { name: t('shell:premium_action') })).toBeVisible();
        await expect(mail.locator('[data-place] a[href*="/members/"]').first()).toBeVisible();
        await expectNoSideScroll(mail);
        await expectAccessible(mail);
        await mail.screenshot({ path: test.info().outputPath('welcome.png'), fullPage: true });
        await mail.getByRole('link', { name: t('shell:title_complete-signup') }).click();
        await mail.waitForURL(home + pathOf('complete-signup', language));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:confirmed_heading'));
        await expect(page.getByRole('button', { name: t('signup:steps_continue') })).toHaveCount(0);
        await page
          .getByRole('main')
          .getByRole('link', { name: t('signup:look_around') })
          .click();
        await page.waitForURL(home + pathOf('members', language));
        await expect(page.getByRole('link', { name: t('shell:banner_unconfirmed_action') })).toHaveCount(0);
        await page.goto(home + pathOf('signup', language));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:member_heading'));
      });
    },
  );
}

for (const [languages, country] of [
  [['nl-419', 'fr-FR', 'nl-BE', 'nl-NL'], 'BE'],
  [['nl-ZZ', 'de-DE'], 'NL'],
] as const)
  test(`SG1: a browser that prefers ${languages.join(', ')} has ${country} selected`, async ({ page, baseURL }) => {
    await page.addInitScript((all) => Object.defineProperty(navigator, 'languages', { value: all }), languages);
    await page.goto(origin(site, baseURL) + pathOf('signup', 'nl'));
    await expect(page.getByLabel(words(site, 'nl')('signup:country'), { exact: true })).toHaveValue(country);
  });

test('AU25: the password’s length and strength are shown while it is typed', async ({ page, baseURL }) => {
  const t = words(site, 'en');
  await page.goto(origin(site, baseURL) + pathOf('signup'));
  const password = page.getByLabel(t('auth:password'), { exact: true });
  const said = page.locator('[data-strength] [aria-live]');
  for (const [typed, level] of [
    ['short', 0],
    ['aaaaaaaaaaaaaaaaaaaa', 0],
    ['seven bottle', 1],
    ['seven green bottles', 3],
    ['Seven green bottles, 1 wall', 4],
  ] as const) {
    await password.fill(typed);
    await expect(said).toHaveText(t(`signup:strength_${level}`));
  }
  await password.fill('');
  await expect(said).toHaveText('');
});

/** Sites on which an answer to one question removes an answer to the other. */
const narrowSites = sites.filter(({ niche }) => {
  const { genders, seeks } = signupChoices(niche.members.mix);
  return genders.length > 1 && seeks.some(({ of }) => of.length === 1);
});
for (const narrow of narrowSites.slice(0, 1)) {
  test('SG1: a choice that the other answer removes is no longer selected', async ({ page, baseURL }) => {
    const t = words(narrow, 'en');
    await page.goto(origin(narrow, baseURL) + pathOf('signup'));
    await page.getByLabel(t('signup:seeks_female'), { exact: true }).check();
    await page.getByLabel(t('signup:gender_female'), { exact: true }).check();
    await expect(page.getByLabel(t('signup:seeks_female'), { exact: true })).toBeHidden();
    await expect(page.locator('[name=seeks]:checked')).toHaveCount(0);
  });
}

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script });

    test('SG14 SG17 SG19 SG32: errors are beside their fields, typed values stay, and then it succeeds', async ({
      page,
      baseURL,
      context,
    }) => {
      const home = origin(single, baseURL);
      const language = script ? 'de' : 'en';
      const t = words(single, language);
      const visitor = newVisitor();
      const thisYear = String(new Date().getFullYear() - 5);
      await page.goto(home + pathOf('signup', language));
      await fillSignup(page, single, language, { ...visitor, name: '@anna', password: 'short', year: thisYear });
      await sendSignup(page, single, language);
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
      const wrong = {
        [t('signup:name')]: t('errors:field_name_starts_with_at'),
        [t('auth:password')]: t('errors:field_too_short'),
        [t('signup:birth_year')]: t('errors:field_too_young', { min_age: 18 }),
      };
      for (const [label, text] of Object.entries(wrong)) {
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
        await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(escaped(text)));
      }
      await expect(page.getByLabel(t('signup:name'), { exact: true })).toHaveValue('@anna');
      await expect(page.getByLabel(t('auth:email'), { exact: true })).toHaveValue(visitor.email);
      await expect(page.getByLabel(t('signup:birth_month'), { exact: true })).toHaveValue('2');
      await expect(page.getByLabel(t('signup:message'), { exact: true })).toHaveValue(
        'Soup & "bread"\n<b>and</b> more',
      );
      await expect(page.locator('[name=seeks]:checked')).toHaveValue('both');
      for (const tick of await page.getByRole('checkbox').all()) await expect(tick).toBeChecked();
      await expect(page.getByLabel(t('auth:password'), { exact: true })).toHaveValue('');
      if (script) {
        await expect(page.getByLabel(t('signup:birth_day'), { exact: true })).toBeFocused();
        await expectAccessible(page);
      }
      await expectNoSideScroll(page);

      await page.getByLabel(t('signup:birth_year'), { exact: true }).fill(visitor.year);
      // A browser takes it for an address.
      const unfinished = 'anna@example';
      const again = {
        [t('signup:name')]: t('errors:field_name_is_email'),
        [t('auth:email')]: t('errors:field_email_invalid'),
      };
      for (const label of Object.keys(again)) await page.getByLabel(label, { exact: true }).fill(unfinished);
      await page.getByLabel(t('auth:password'), { exact: true }).fill(visitor.password);
      await sendSignup(page, single, language);
      for (const [label, text] of Object.entries(again))
        await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(escaped(text)));

      await page.getByLabel(t('signup:name'), { exact: true }).fill(visitor.name);
      await page.getByLabel(t('auth:email'), { exact: true }).fill(visitor.email);
      await page.getByLabel(t('auth:password'), { exact: true }).fill(visitor.password);
      await sendSignup(page, single, language);
      await page.waitForURL(home + pathOf('complete-signup', language));
      expect((await context.cookies()).find(({ name }) => name === 'auth.session')?.httpOnly).toBe(true);

      const link = await mailedLink(page, home, visitor.email);
      await page.goto(link);
      await page.getByRole('button', { name: t('signup:confirm_action') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:confirmed_heading'));
    });
  });
}

test('SG20: an address with an account is led to the login', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const t = words(site, 'en');
  const [member] = demoLogins;
  await page.goto(home + pathOf('signup'));
  await fillSignup(page, site, 'en', { ...newVisitor(), email: member?.email ?? '' });
  await sendSignup(page, site, 'en');
  await expect(page.getByRole('alert')).toHaveText(t('errors:email_known'));
  await expect(page.getByRole('alert')).toBeFocused();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell:login') })
    .click();
  await page.waitForURL(home + pathOf('login'));
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
