// Every lander leads to a finished signup: by keyboard alone, and without JavaScript with mistakes on the way.
import type { Page } from '@playwright/test';
import { signup } from '#contract/signup';
import { AGE } from '#domain/limits';
import { pathOf, routes } from '#domain/routes';
import { expect, origin, sites, test, words } from '#tests/support/browser';
import { sendByKeyboard } from '#tests/support/keyboard';
import { someMember } from '#tests/support/public-pages';
import { sampled } from '#tests/support/samples';
import { newVisitor } from '#tests/support/signing-up';

const landers = routes.filter(({ layout, screen }) => layout === 'lander' && screen);
const tooYoung = String(new Date().getFullYear() - 5);

/** Their requirements, in the order of the routes: three for a member, then the others. */
const ids = [11, 12, 13, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `LA${number}`);
/** Each lander on another site and in another language. */
const journeys = landers.map(({ name, path }, number) => {
  const site = sites[number % sites.length];
  const language = site?.languages[number % site.languages.length]?.code;
  if (!site || !language) throw new Error('There are no niches.');
  return { id: ids[number] ?? '', name, site, language, isForMember: path.includes(':id') };
});
type Journey = (typeof journeys)[number];

/** The texts that a lander may ask for. */
const begun = (year: string) => ({ birth_day: '29', birth_year: year, signup_message: 'Soup & "bread"' });
const account = ({ name, email, password, year }: ReturnType<typeof newVisitor>) => ({
  ...begun(year),
  name,
  email,
  password,
});

/** Opens the lander; answers the member it is for, if there is one. */
async function open(page: Page, { name, language, isForMember }: Journey, home: string, source = ''): Promise<string> {
  const id = isForMember ? (await someMember(page, home)).id : '';
  await page.goto(home + pathOf(name, language, isForMember ? { id } : {}) + source);
  return id;
}

/** Names and values: lists (`name[]`) joined as the server joins them, with equal line ends. */
function pairs(form: Iterable<[string, unknown]>): string[][] {
  const all = new Map<string, string>();
  for (const [name, value] of form) {
    const key = name.replace('[]', '');
    all.set(
      key,
      [...(name === key ? [] : (all.get(key)?.split(',') ?? [])), String(value).replaceAll('\r\n', '\n')].join(','),
    );
  }
  return [...all];
}

/** The values of a form that posts to `action`. */
const heldBy = async (page: Page, action: string): Promise<string[][]> =>
  pairs(
    await page
      .locator(`form[action="${action}"]`)
      .evaluate((form: HTMLFormElement) =>
        [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]),
      ),
  );

/** The values that a form sends. */
async function sends(page: Page, send: () => Promise<void>): Promise<string[][]> {
  const [request] = await Promise.all([page.waitForRequest((each) => each.method() === 'POST'), send()]);
  await page.waitForLoadState();
  return pairs(new URLSearchParams(request.postData() ?? ''));
}

async function refusedBeside(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
}

test.describe('from the entry warning on', () => {
  test.use({ hasEntered: false });

  for (const journey of sampled('landers by keyboard', journeys, 2)) {
    const { id, name, site, language } = journey;
    const t = words(site, language);

    test(`${id} SG32: ${name} to a finished signup by keyboard alone, in ${language} @desktop`, async ({
      page,
      baseURL,
    }) => {
      const home = origin(site, baseURL);
      const visitor = newVisitor();
      // With a source the question of consent covers the bottom of the page.
      await open(page, journey, home, '?ref=journey');
      const warning = page.getByRole('dialog', { name: t('site:entry_heading') });
      await expect(warning).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(warning).toBeHidden();
      await sendByKeyboard(page, signup.begin.path, begun(visitor.year));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await sendByKeyboard(page, signup.join.path, account(visitor));
      await page.waitForURL(home + pathOf('complete-signup', language));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:message_heading'));
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, refusals: true });

  for (const journey of sampled('landers without JavaScript', journeys, 2)) {
    const { id, name, site, language } = journey;
    const t = words(site, language);

    test(`${id} SG32: ${name} to a finished signup with mistakes on both pages, in ${language}`, async ({
      page,
      baseURL,
      context,
    }) => {
      const home = origin(site, baseURL);
      const visitor = newVisitor();
      const member = await open(page, journey, home);
      const title = await page.getByRole('heading', { level: 1 }).textContent();

      await test.step('what the lander asks is refused beside its field, and kept', async () => {
        if ((await page.locator('form [name=birth_year]').count()) === 0) return;
        const sent = await sends(page, () => sendByKeyboard(page, signup.begin.path, begun(tooYoung)));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
        await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
        const first = page.locator('[aria-invalid=true]').first();
        await expect(first).toBeFocused();
        await expect(first).toBeInViewport();
        await refusedBeside(page, t('signup:birth_year'), t('errors:field_too_young', { min_age: AGE.min }));
        expect(await heldBy(page, signup.begin.path)).toEqual(sent);
      });

      await test.step('corrected, it leads to the signup page with its answers', async () => {
        const sent = await sends(page, () =>
          sendByKeyboard(page, signup.begin.path, begun(visitor.year), ['birth_year']),
        );
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
        const held = await heldBy(page, signup.join.path);
        const asked = sent.filter(([field]) => field !== 'form_page');
        expect(held).toEqual(expect.arrayContaining(asked));
        if (member) expect(held).toContainEqual(['member', member]);
      });

      await test.step('the signup page keeps all but the password', async () => {
        const wrong = { ...account(visitor), name: '@anna', password: 'short' };
        const sent = await sends(page, () => sendByKeyboard(page, signup.join.path, wrong));
        await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
        await refusedBeside(page, t('signup:name'), t('errors:field_name_starts_with_at'));
        await refusedBeside(page, t('auth:password'), t('errors:field_too_short'));
        const kept = sent.map(([field = '', value = '']) => [field, field === 'password' ? '' : value]);
        expect(await heldBy(page, signup.join.path)).toEqual(kept);
      });

      await test.step('corrected, it is on its way', async () => {
        await sendByKeyboard(page, signup.join.path, account(visitor), ['name']);
        await page.waitForURL(home + pathOf('complete-signup', language));
        expect((await context.cookies()).some((cookie) => cookie.name === 'auth.session')).toBe(true);
      });
    });
  }
});
