// The page that the service worker shows without a connection: one file per language, which holds all that the page needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offlineFile } from '../../src/domain/push.ts';
import { escapeHtml } from '../../src/html/escape.ts';
import { errorText, translatorFor } from '../../src/i18n/translator.ts';
import type { Site } from '../../src/site/load.ts';
import type { Export } from './export.ts';

/**
 * As JSON, because build, server and hosts take every .html file of an export for a page, with an address, a policy and a place in the
 * list of routes.
 */
export function writeOfflinePages(root: string, out: Export, site: Site): void {
  const drawing = readFileSync(join(root, 'niches', site.folder, 'art', 'lost.svg'), 'utf8');
  for (const { code } of site.languages)
    out.put(offlineFile(code).slice(1), JSON.stringify({ html: offlinePage(site, code, drawing) }));
}

/** Without scripts; the worker sends it with a policy that allows only what is in it. */
function offlinePage(site: Site, language: string, drawing: string): string {
  const translator = translatorFor(language, site.texts(language));
  const { tag, direction } = site.languages.find(({ code }) => code === language) ?? {};
  const { theme_colour: theme, mail_colour: accent } = site.niche;
  const text = (key: string): string => escapeHtml(translator.translate(key));
  return `<!doctype html>
<html lang="${tag ?? language}" dir="${direction ?? 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${theme.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${theme.dark}" media="(prefers-color-scheme: dark)">
<title>${escapeHtml(site.name)}</title>
<style>
:root { --primary: ${accent}; --primary-subtle: color-mix(in srgb, ${accent} 16%, transparent); --secondary: color-mix(in srgb, ${accent} 50%, transparent); --surface: light-dark(${theme.light}, ${theme.dark}); }
body { min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box; display: grid; place-content: center; justify-items: center; text-align: center; background: var(--surface); font: 1rem/1.5 system-ui, sans-serif; }
svg { width: 160px; height: auto; }
h1 { max-width: 22em; margin: 24px 0 8px; font-size: 1.5rem; line-height: 1.3; }
p { margin: 0 0 24px; }
a { padding: 14px 28px; border-radius: 999px; background: ${accent}; color: #fff; font-weight: 600; text-decoration: none; }
</style>
</head>
<body>
<main>
<div aria-hidden="true">${drawing}</div>
<h1>${escapeHtml(errorText(translator, 'offline'))}</h1>
<p>${text('shell:error_safe')}</p>
<a href="">${text('shell:retry')}</a>
</main>
</body>
</html>
`;
}
