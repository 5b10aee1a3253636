// Lets Astro's dev server answer like the real one: styles, niche files, shells of id pages, and calls to the backend.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchPath, prefixOf, shellOf } from '../../src/domain/routes.ts';
import { readLanguages } from '../../src/site/texts.ts';
import { typeOf } from '../../src/site/content-types.ts';
import { compileStyles, type World } from './styles.ts';

/** `backend` is the origin of a running server, for /api and /media. */
export function devServer(root: string, niche: string | undefined, backend: string | undefined): AstroIntegration {
  return {
    name: 'matchloom-dev',
    hooks: {
      'astro:config:setup': ({ command, injectRoute, updateConfig }) => {
        if (command !== 'dev') return;
        injectRoute({ pattern: '/dev/ui', entrypoint: './src/pages/_dev/ui.astro' });
        if (backend) {
          const target = { target: backend, changeOrigin: false };
          updateConfig({
            vite: { server: { proxy: { '/api': target, '/media': target, '/previews': target, '/dev/mail': target } } },
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

function answer(root: string, niche: string, request: IncomingMessage, response: ServerResponse): boolean {
  const address = new URL(request.url ?? '/', 'http://localhost');
  const sheet = /^\/assets\/(public|members)\.css$/.exec(address.pathname)?.[1];
  if (sheet) {
    response.setHeader('Content-Type', 'text/css; charset=utf-8');
    response.end(compileStyles(root, niche, sheet as World));
    return true;
  }
  const folder = join(root, 'niches', niche, 'public');
  const file = normalize(join(folder, decodeURIComponent(address.pathname)));
  if (file.startsWith(folder) && existsSync(file) && statSync(file).isFile()) {
    response.setHeader('Content-Type', typeOf(file));
    createReadStream(file).pipe(response);
    return true;
  }
  const match = matchPath(
    address.pathname,
    readLanguages(root).map((language) => language.code),
  );
  if (match && Object.keys(match.parameters).length > 0)
    request.url = `${prefixOf(match.language)}${shellOf(match.route)}${address.search}`;
  return false;
}
