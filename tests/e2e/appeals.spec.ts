// The appeal page of a mailed link on a phone: a refusal keeps what was typed, and an appeal that arrived is confirmed.
import { appeals } from '#contract/appeals';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';

const site = firstSite();

test.use({ refusals: true });

for (const language of sampled('appeals', ['en', 'fi'], 1))
  test(`SA4 SA3: in ${language}, an appeal is written without a login, on the page of the mailed link`, async ({
    page,
    baseURL,
  }) => {
    const t = words(site, language);
    const home = origin(site, baseURL);
    const here = pathOf('appeal', language);
    const text = 'I never wrote that.\nPlease look again.';
    const token = 'A'.repeat(66);
    await page.goto(`${home}${here}?token=${token}`);
    await expect(page.getByRole('heading', { name: t('shell:title_appeal'), level: 1 })).toBeVisible();
    await expect(page.getByText(t('decisions:appeal_sent_heading'))).toBeHidden();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByLabel(t('decisions:appeal_label')).fill(text);
    await page.getByRole('button', { name: t('decisions:appeal_send') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('errors:appeal_over') })).toBeVisible();
    await expect(page.getByLabel(t('decisions:appeal_label'))).toHaveValue(text);
    await expectAccessible(page);

    // The answer to an appeal of a decision, which only an operator can make.
    const sent: string[] = [];
    await page.route(`**${appeals.send.path}`, (route) => {
      sent.push(route.request().postData() ?? '');
      return route.fulfill({ status: 303, headers: { location: `${here}#sent` } });
    });
    await page.getByRole('button', { name: t('decisions:appeal_send') }).click();
    await expect(page.getByRole('heading', { name: t('decisions:appeal_sent_heading') })).toBeVisible();
    expect(new URLSearchParams(sent[0]).get('token')).toBe(token);
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });
