// Builds one niche: reads NICHE, and leaves everything else to src/site and scripts/build.
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { nicheFolders } from './src/site/load.ts';
import { devServer } from './scripts/build/dev-server.ts';

const root = process.cwd();
const niche = process.env.NICHE ?? nicheFolders(root)[0];
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
  outDir: `dist/${niche}`,
  cacheDir: `.cache/astro/${niche}`,
  trailingSlash: 'ignore',
  compressHTML: true,
  // src/lib/pages-ahead.ts does it.
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [reactIslands(), devServer(root, niche, process.env.BACKEND)],
  // Pages wait for the disk; four at a time do so together.
  build: { concurrency: 4, format: 'directory', inlineStylesheets: 'never', assets: '_astro' },
  vite: {
    define: { 'import.meta.env.NICHE': JSON.stringify(niche) },
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: islands } } } } },
  },
});
