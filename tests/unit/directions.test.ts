// A name and a quoted message keep the direction of their own letters within a text of the page.
import { expect, test } from 'vitest';
import { loadSites } from '#site/load';

const sites = loadSites(process.cwd());

test.each([
  ['members', 'card', 'name'],
  ['chats', 'you', 'text'],
])('ME15: in every language %s:%s sets {{%s}} apart', (space, key, variable) => {
  for (const site of sites)
    for (const code of site.codes)
      expect(site.texts(code)[space]?.[key], `${site.folder} ${code}`).toContain(`\u2068{{${variable}}}\u2069`);
});
