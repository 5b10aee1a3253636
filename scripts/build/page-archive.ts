// Collects the pages that Astro renders in one file per niche: separate files would be written, read again and
// overwritten by the next step.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { pageFile } from '../../src/domain/routes.ts';

/** The separator behind each path and each content; no page contains it. */
const END = 0;
const BETWEEN = Uint8Array.of(END);
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** What the process of Astro sends to the build: the pages of this niche are complete. */
export interface NicheRendered {
  readonly rendered: string;
}

/**
 * Writes to `folder`, in a file named by the first segment of the address, the niche. Calls `onRendered` with a niche
 * when a page of the next one comes; the last niche is complete when Astro ends. Scripts and public files are already
 * in their place then: Astro moves them before it renders the first page.
 */
export function archivePages(folder: string, onRendered: (niche: string) => void): AstroIntegration {
  let open: { readonly niche: string; readonly file: number } | null = null;
  const close = (): void => {
    if (open) closeSync(open.file);
    open = null;
  };
  const fileOf = (niche: string): number => {
    if (open?.niche === niche) return open.file;
    const previous = open?.niche;
    close();
    // `wx` refuses a niche that is complete.
    open = { niche, file: openSync(join(folder, niche), 'wx') };
    if (previous !== undefined) onRendered(previous);
    return open.file;
  };
  return {
    name: 'matchloom-page-archive',
    hooks: {
      // Vite's own DEV follows an environment variable of that name, which test runners set.
      'astro:config:setup': ({ command, updateConfig }) => {
        const isExport = JSON.stringify(command === 'build');
        updateConfig({ vite: { define: { 'import.meta.env.IS_EXPORT': isExport } } });
      },
      'astro:build:start': ({ setPrerenderer }) => {
        mkdirSync(folder, { recursive: true });
        setPrerenderer((own) => ({
          ...own,
          // One niche after the other (src/site/current.ts).
          getStaticPaths: async () => {
            const all = await own.getStaticPaths();
            return [...Map.groupBy(all, ({ pathname }) => segmentsOf(pathname)[0]).values()].flat();
          },
          render: async (request, options) => {
            const { niche, path } = placeOf(request.url);
            const content = await contentOf(own.render(request, options)).catch((cause: unknown) => {
              throw new Error(`${niche}: ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, {
                cause,
              });
            });
            if (content.includes(END)) throw new Error(`${niche}: ${path} holds a character that ends a page.`);
            writeFileSync(fileOf(niche), Buffer.concat([Buffer.from(path), BETWEEN, content, BETWEEN]));
            // Memory of a page is released only when the event loop is idle.
            await new Promise(setImmediate);
            // Astro writes no file for an empty content.
            return new Response(null);
          },
          teardown: async () => {
            close();
            await own.teardown?.();
          },
        }));
      },
    },
  };
}

async function contentOf(rendering: ReturnType<AstroPrerenderer['render']>): Promise<Buffer> {
  const answer = await rendering;
  const response = 'response' in answer ? answer.response : answer;
  return Buffer.from(await response.arrayBuffer());
}

/** `/<niche>/de/login/` is the niche's `de/login.html`. */
function placeOf(address: string): { niche: string; path: string } {
  const { pathname } = new URL(address);
  const [niche = '', ...rest] = segmentsOf(decodeURIComponent(pathname));
  const path = rest.join('/');
  const isPage = pathname.endsWith('/') || rest.at(-1) === '404';
  return { niche, path: isPage ? pageFile(path) : path };
}

/** The collected pages of a niche, by path below its export. */
export function* readArchive(folder: string, niche: string): Generator<readonly [path: string, content: Buffer]> {
  const all = readFileSync(join(folder, niche));
  for (let at = 0; at < all.length;) {
    const middle = all.indexOf(END, at);
    const end = middle < 0 ? middle : all.indexOf(END, middle + 1);
    if (end < 0) throw new Error(`The pages that were gathered for ${niche} break off in the middle.`);
    yield [all.toString('utf8', at, middle), all.subarray(middle + 1, end)];
    at = end + 1;
  }
}
