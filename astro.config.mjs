// Builds one niche: reads NICHE, and leaves everything else to src/site and scripts/build.
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { nicheFolders } from './src/site/load.ts';
import { devServer } from './scripts/build/dev-server.ts';

const root = process.cwd();
const niche = process.env.NICHE ?? nicheFolders(root)[0];
/** What four islands or more share is one file: many small ones compress badly, and each costs a request. */
const islands = { groups: [{ name: 'shared', test: /\/src\//, minShareCount: 4 }] };

export default defineConfig({
  output: 'static',
  outDir: `dist/${niche}`,
  cacheDir: `.cache/astro/${niche}`,
  trailingSlash: 'ignore',
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [react(), devServer(root, niche, process.env.BACKEND)],
  build: { format: 'directory', inlineStylesheets: 'never', assets: '_astro' },
  vite: {
    define: { 'import.meta.env.NICHE': JSON.stringify(niche) },
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: islands } } } } },
  },
});
