// Mocks the server behind the pages to capture: one member and their picture.
import { join } from 'node:path';
import type { Page } from 'playwright';
import { members } from '#contract/members';
import type { Site } from '#site/load';

/** Answers for the server: a page's member is the niche's last example person, who appears on no lander beside them. */
export async function answerFor(page: Page, root: string, { niche, siteSettings }: Site): Promise<void> {
  const { picture: photo, name, age } = niche.previews.at(-1) ?? { picture: null, name: '', age: 18 };
  const profile = {
    id: '',
    name,
    age,
    city: 'Utrecht',
    country: siteSettings.countries[0],
    photo,
    fictional: true,
    line: 'I cook for friends on Sundays, and there is always room for one more.',
  };
  await page.route(`**${members.visitors.path}*`, (asked) => asked.fulfill({ json: { profiles: [profile] } }));
  await page.route('**/photos/*', (asked) =>
    asked.fulfill({
      path: join(root, 'demo', 'pictures', new URL(asked.request().url()).pathname.split('/').at(-1) ?? ''),
    }),
  );
}
