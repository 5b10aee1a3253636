// Writes the files for crawlers: sitemap with language alternates, robots.txt, web app manifest.
import { DISCREET_ICON, discreetManifest } from '../../src/domain/discreet.ts';
import { pathOf, routes } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { absoluteUrl, manifestFile } from '../../src/site/pages.ts';
import { translatorFor } from '../../src/i18n/translator.ts';
import { APP_SCREEN, APP_SCREENS, screenFile } from './app-screens.ts';
import type { Export } from './export.ts';

/** After the niche's public folder, whose pictures of the app the manifests list. */
export function writeDiscovery(out: Pick<Export, 'put' | 'size'>, site: Site): void {
  out.put('sitemap.xml', sitemap(site));
  out.put('robots.txt', `User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${absoluteUrl(site, '/sitemap.xml')}\n`);
  for (const { code } of site.languages) {
    out.put(manifestFile(code), asText({ ...webManifest(site, code), ...screenshotsOf(out, site, code) }));
    out.put(discreetManifest(manifestFile(code)), asText(discreetWebManifest(site, code)));
  }
}

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function sitemap(site: Site): string {
  const listed = routes.filter((route) => route.screen && route.listed);
  const codes = site.published.map((language) => language.code);
  const entries = listed.flatMap((route) => {
    const alternates = codes
      .map(
        (code) =>
          `    <xhtml:link rel="alternate" hreflang="${code}" href="${absoluteUrl(site, pathOf(route.name, code))}"/>`,
      )
      .join('\n');
    return codes.map(
      (code) => `  <url>\n    <loc>${absoluteUrl(site, pathOf(route.name, code))}</loc>\n${alternates}\n  </url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

/** Pages whose shortcuts a long press on the app's icon shows, and the texts that name them. */
const SHORTCUTS = [
  { route: 'chats', text: 'shell:nav_messages' },
  { route: 'likes', text: 'shell:nav_likes' },
  { route: 'members', text: 'shell:nav_search' },
] as const;

const icon = (src: string, sizes: string, purpose: string) => ({ src, sizes, type: 'image/png', purpose });

/** One app in every language: they share their `id`. */
function webManifest(site: Site, language: string): Record<string, unknown> {
  const { translate: t } = translatorFor(language, site.texts(language));
  return {
    id: '/',
    lang: language,
    name: site.name,
    short_name: site.name,
    description: t('site:description'),
    start_url: '/members',
    scope: '/',
    display: 'standalone',
    background_color: site.niche.theme_colour.light,
    theme_color: site.niche.theme_colour.light,
    icons: [
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: SHORTCUTS.map(({ route, text }) => ({
      name: t(text),
      url: pathOf(route, language),
      icons: [icon('/icon-192.png', '192x192', 'any')],
    })),
  };
}

/** In the language of the manifest only. */
function screenshotsOf(out: Pick<Export, 'size'>, site: Site, language: string): Record<string, unknown> {
  const { translate: t } = translatorFor(language, site.texts(language));
  const { width, height, scale } = APP_SCREEN;
  const screenshots = APP_SCREENS.filter(({ name }) => out.size(screenFile(name, language)) !== undefined).map(
    ({ name, text }) => ({
      ...{ src: `/${screenFile(name, language)}`, sizes: `${width * scale}x${height * scale}`, type: 'image/webp' },
      ...{ form_factor: 'narrow', label: t(text) },
    }),
  );
  return screenshots.length > 0 ? { screenshots } : {};
}

/** Of the notebook that is drawn on the icon. */
const DISCREET_COLOUR = '#4b5a66';

/** The same app for a member who chose the discreet icon and name: nothing in it names the brand or what it is about. */
function discreetWebManifest(site: Site, language: string): Record<string, unknown> {
  const { translate: t } = translatorFor(language, site.texts(language));
  const { shortcuts: _, ...plain } = webManifest(site, language);
  return {
    ...plain,
    name: t('discreet:name'),
    short_name: t('discreet:name'),
    description: t('discreet:name'),
    background_color: DISCREET_COLOUR,
    theme_color: DISCREET_COLOUR,
    icons: [
      icon(DISCREET_ICON, '192x192', 'any'),
      icon('/discreet-512.png', '512x512', 'any'),
      icon('/discreet-maskable-512.png', '512x512', 'maskable'),
    ],
  };
}
