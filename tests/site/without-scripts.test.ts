// What a browser without scripts shows of the members area: after a signup the mail, elsewhere what is needed.
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSites } from '#site/load';
import { pageFile, pathOf } from '#domain/routes';
import { readable } from '../support/lander-pages.ts';

const [site] = loadSites(process.cwd());
if (!site) throw new Error('There is no site.');

const noScript = (route: string, language: string): string => {
  const html = readFileSync(join('dist', site.folder, pageFile(pathOf(route, language))), 'utf8');
  return readable([...html.matchAll(/<noscript>([\s\S]*?)<\/noscript>/g)].map(([, inner = '']) => inner).join(' '));
};
const textOf = (language: string, space: string, key: string): string => site.texts(language)[space]?.[key] ?? '?';

test.each(site.codes)(
  'AU26 SH1: a member who joined without scripts learns that a mail is on its way, in %s',
  (language) => {
    const shown = noScript('complete-signup', language);
    expect(shown).toContain(textOf(language, 'signup', 'step_heading'));
    expect(shown).toContain(textOf(language, 'signup', 'step_noscript'));
  },
);

test.each(['members', 'chats', 'credits'])('SH1: %s says that it needs scripts', (route) => {
  expect(noScript(route, 'en')).toContain(textOf('en', 'shell', 'needs_script'));
});
