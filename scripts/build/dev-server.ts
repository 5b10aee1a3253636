// Makes Astro's dev server answer like the real one: styles, niche files, shells of id pages, and calls to the backend.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchPath, prefixOf, shellsOf, type RouteMatch } from '../../src/domain/routes.ts';
import { loadSite, nicheFolders } from '../../src/site/load.ts';
import { readLanguages } from '../../src/site/texts.ts';
import { contentTypeOf } from '../../src/domain/content-types.ts';
import { drawMap } from './map.ts';
import { compileStyles, type World } from './styles.ts';

/** `backend` is the origin of a running server, for /api and /media. */
export function devServer(root: string, niche: string | undefined, backend: string | undefined): AstroIntegration {
  return {
    name: 'matchloom-dev',
    hooks: {
      'astro:config:setup': ({ command, injectRoute, updateConfig }) => {
        if (command !== 'dev') return;
        injectRoute({ pattern: '/dev/chat', entrypoint: './src/pages/_dev/chat.astro' });
        injectRoute({ pattern: '/dev/ui', entrypoint: './src/pages/_dev/ui.astro' });
        injectRoute({ pattern: '/dev/ui/[niche]/[mode]', entrypoint: './src/pages/_dev/parts.astro' });
        if (backend) {
          const target = { target: backend, changeOrigin: false };
          updateConfig({
            vite: { server: { proxy: { '/api': target, '/media': target, '/dev/mail': target } } },
          });
        }
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
          if (!niche || !answer(root, niche, request, response)) next();
        });
      },
    },
  };
}

/** Answers files; passes everything else to Astro, with the address of an id page rewritten to its shell. */
function answer(root: string, niche: string, request: IncomingMessage, response: ServerResponse): boolean {
  const address = new URL(request.url ?? '/', 'http://localhost');
  const path = decodeURIComponent(address.pathname);
  const sheet = /^\/assets\/(public|members)\.css$/.exec(path)?.[1];
  if (sheet) return sendText(response, 'css', compileStyles(root, niche, sheet as World));
  if (path === '/map.svg') return sendText(response, 'svg', drawMap(root, niche));
  const [, picture, size = '', kind] = /^\/previews\/([a-z\d]+)(-96)?\.(webp|avif)$/.exec(path) ?? [];
  if (picture) {
    const folder = join(root, 'demo', 'pictures');
    if (kind === 'webp') return sendFile(response, folder, `${picture}${size || '-320'}.webp`);
    // Only a build draws the small form.
    const preview = join(root, '.cache', 'previews');
    return sendFile(response, preview, `${picture}-preview.avif`) || sendFile(response, folder, `${picture}-400.avif`);
  }
  const [, other, rest] = /^\/dev\/niche\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (other && rest && nicheFolders(root).includes(other)) {
    if (rest !== 'members.css') return sendFile(response, join(root, 'niches', other, 'public'), rest);
    // A niche shown beside others has its own faces and pictures at its own addresses.
    return sendText(
      response,
      'css',
      compileStyles(root, other, 'members').replaceAll(/url\((["']?)\//g, `url($1/dev/niche/${other}/`),
    );
  }
  if (sendFile(response, join(root, 'niches', niche, 'public'), path)) return true;
  const codes = readLanguages(root).map((language) => language.code);
  const match = matchPath(address.pathname, codes);
  if (match?.route.path.includes(':'))
    request.url = `${prefixOf(match.language)}${shellFor(root, niche, match)}${address.search}`;
  return false;
}

/** The campaign's page where the niche has that campaign, else the lander itself. */
function shellFor(root: string, niche: string, match: RouteMatch): string {
  const [own = '', lander = own] = shellsOf(match);
  if (own === lander) return own;
  const { campaigns } = loadSite(root, niche).niche;
  return campaigns.some(({ slug }) => slug === match.parameters['slug']) ? own : lander;
}

function sendText(response: ServerResponse, ending: string, text: string): true {
  response.setHeader('Content-Type', contentTypeOf(ending));
  response.end(text);
  return true;
}

/** Sends a file below `folder`; answers false when it does not exist. */
function sendFile(response: ServerResponse, folder: string, path: string): boolean {
  const file = normalize(join(folder, path));
  if (!file.startsWith(join(folder, sep)) || !existsSync(file) || !statSync(file).isFile()) return false;
  response.setHeader('Content-Type', contentTypeOf(file));
  createReadStream(file).pipe(response);
  return true;
}
