// Exports niches, or shows one with hot reload: reads their names, and leaves everything else to src/site and scripts/build.
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { nicheFolders } from './src/site/load.ts';
import { devServer } from './scripts/build/dev-server.ts';
import { archivePages } from './scripts/build/page-archive.ts';

const root = process.cwd();
const niches = process.env.BUILD_NICHES ?? nicheFolders(root)[0];
/** Where a build wants what is the same for all niches, and their pages (scripts/build.ts). */
const { BUILD_SHARED = '.cache/shared', BUILD_PAGES = '.cache/pages' } = process.env;
/** What four islands or more share is one file: many small ones compress badly, and each costs a request. */
const islands = { groups: [{ name: 'shared', test: /\/src\//, minShareCount: 4 }] };
/** React's islands, drawn by ours instead of the integration's script for the browser. */
const reactIslands = () => {
  const { hooks, ...rest } = react();
  const setUp = (options) =>
    hooks['astro:config:setup']({
      ...options,
      addRenderer: (renderer) =>
        options.addRenderer({ ...renderer, clientEntrypoint: `${root}/src/features/shell/mount.ts` }),
    });
  return { ...rest, hooks: { ...hooks, 'astro:config:setup': setUp } };
};

export default defineConfig({
  output: 'static',
  outDir: BUILD_SHARED,
  cacheDir: '.cache/astro',
  trailingSlash: 'ignore',
  compressHTML: true,
  // src/lib/navigation/prefetch.ts does it.
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [reactIslands(), archivePages(BUILD_PAGES), devServer(root, niches, process.env.BACKEND)],
  // One page at a time: src/site/current.ts knows of one site.
  build: { concurrency: 1, format: 'directory', inlineStylesheets: 'never', assets: '_astro' },
  vite: {
    define: { 'import.meta.env.BUILD_NICHES': JSON.stringify(niches) },
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: islands } } } } },
  },
});
