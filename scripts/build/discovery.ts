// Writes the files for crawlers: sitemap with language alternates, robots.txt, web app manifest.
import { pathOf, routes } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { absoluteUrl } from '../../src/site/pages.ts';
import type { Export } from './export.ts';

export function writeDiscovery(out: Export, site: Site): void {
  out.put('sitemap.xml', sitemap(site));
  out.put('robots.txt', `User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${absoluteUrl(site, '/sitemap.xml')}\n`);
  out.put('manifest.webmanifest', `${JSON.stringify(webManifest(site), null, 2)}\n`);
}

function sitemap(site: Site): string {
  const listed = routes.filter((route) => route.screen && route.listed);
  const codes = site.languages.map((language) => language.code);
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

function webManifest(site: Site): Record<string, unknown> {
  const icon = (src: string, sizes: string, purpose: string) => ({ src, sizes, type: 'image/png', purpose });
  return {
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.settings.description,
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
  };
}
