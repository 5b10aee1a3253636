// The month of a date of birth is read in full on a narrow phone, in the forms of landers and of the signup.
import { pathOf } from '#domain/routes';
import { expect, origin, sites, test } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';

/** How many pixels each month is wider than the room that its field has for it; the widest first. */
function cutMonths(field: Element): string[] {
  const select = field as HTMLSelectElement;
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('There is no canvas.');
  pen.font = font;
  const room = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  return [...select.options]
    .map(({ text }) => ({ text, over: Math.ceil(pen.measureText(text).width - room) }))
    .filter(({ over }) => over > 0)
    .toSorted((a, b) => b.over - a.over)
    .map(({ text, over }) => `${text}: ${over} px`);
}

for (const site of sampled('months', sites, 2))
  for (const { code } of sampled('language of months', site.languages, 2))
    test(`SG18 LA5 LA8: ${site.folder} shows every month in full, in ${code}`, async ({ page, baseURL }) => {
      for (const route of ['landers-gallery-slug', 'landers-socialnetwork-slug', 'signup']) {
        await page.goto(origin(site, baseURL) + pathOf(route, code));
        const month = page.locator('#birth_month');
        // One lander asks for its answer first.
        if (!(await month.isVisible())) await page.getByRole('textbox').first().fill('x');
        await expect(month).toBeVisible();
        expect(await month.evaluate(cutMonths), route).toEqual([]);
      }
    });
