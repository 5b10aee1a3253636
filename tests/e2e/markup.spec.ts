// Texts that look like markup: shown as they were typed, wherever a member reads them.
import { pathOf } from '#domain/routes';
import { profile } from '#contract/profile';
import { expect, firstSite, origin, test } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();
const { method, path } = profile.save;

/** Each would set `ran` on the page if anything took it for more than a text. */
const RUN = 'window.ran=1';
const MARKUP = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><svg onload=${RUN}>`,
  `</textarea><script>${RUN}</script>`,
  `</title></style><img src=x onerror=${RUN}>`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
  `<a href="javascript:${RUN}" autofocus onfocus=${RUN}>x</a>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `<details open ontoggle=${RUN}>`,
  `<style>*{animation:x}</style><b onanimationstart=${RUN}>`,
  `--><!--<img src=x onerror=${RUN}>`,
];

for (const markup of sampled('markup', MARKUP, 1))
  test(`F2: ${JSON.stringify(markup)} in a profile and a message is a text`, async ({ baseURL, browser }) => {
    const home = origin(site, baseURL);
    const [author, reader] = [
      await newMember(browser, site, home, newcomer()),
      await newMember(browser, site, home, newcomer()),
    ];
    const id = await ownId(author);
    const status = await author.evaluate(
      async ({ method, path, markup }) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
        const body = JSON.stringify({ section: 'texts', line: markup, about: markup, looking_for: markup });
        return (await fetch(path, { method, headers, body })).status;
      },
      { method, path, markup },
    );
    expect(status).toBe(200);
    await author.goto(home + pathOf('profile'));
    await expect(author.locator('[name="about"]')).toHaveValue(markup);
    await author.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(reader) }));
    await write(author, site, 'en', markup);
    await reader.goto(home + pathOf('members-id', 'en', { id }));
    await expect(reader.locator('.quote')).toHaveText(markup);
    await reader.goto(home + pathOf('chats'));
    await expect(reader.locator('.chat-rows a').first()).toContainText(markup);
    await reader.locator('.chat-rows a').first().click();
    await expect(reader.getByRole('log').getByText(markup)).toBeVisible();
    for (const page of [author, reader])
      expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
  });
