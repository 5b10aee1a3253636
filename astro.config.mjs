// Astro configuration for exporting niches and for the dev server, which shows one of them.
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { nicheFolders } from './src/site/load.ts';
import { devServer } from './scripts/build/dev-server.ts';
import { archivePages } from './scripts/build/page-archive.ts';

const root = process.cwd();
const niches = process.env.BUILD_NICHES ?? nicheFolders(root)[0];
/** Output folders of a build: files shared by all niches, and pages (scripts/build.ts). */
const { BUILD_SHARED = '.cache/shared', BUILD_PAGES = '.cache/pages' } = process.env;
// A build that was killed must not go on in the folder of the next one.
process.once('disconnect', () => process.exit(1));
/** Tells the build which niche it can finish; `NicheRendered` is the message. */
const onRendered = (niche) => process.send?.({ rendered: niche });
/**
 * Few chunks: many small ones compress badly, and each costs a request. Modules used by eight or more islands share one; the
 * islands of the frame, which every members page loads, share another. Banners, dialogs and news of the frame stay apart: they are
 * loaded when needed.
 */
const islands = {
  groups: [
    { name: 'shared', test: /\/src\//, minShareCount: 8 },
    {
      name: 'frame',
      test: /\/src\/features\/shell\/(?!mount|use-alert|Banner|\w*Alert|\w*Dialog|LikeNews|PushOffer|ReportForm|TimeBonus|TurnOnPush|upkeep|\w*Toasts?\.)/,
    },
  ],
};
/**
 * Without lists of what each part imports: by their names alone, chat pages load a kilobyte more before anything is shown. A part whose
 * own imports are not there yet takes one more round trip.
 */
const plainImports = {
  name: 'plain-imports',
  configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : undefined),
};
/** The React integration with our own client renderer. */
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
  // src/lib/navigation/prefetch.ts replaces it.
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [reactIslands(), archivePages(BUILD_PAGES, onRendered), devServer(root, niches, process.env.BACKEND)],
  // One page at a time: src/site/current.ts holds a single site.
  build: { concurrency: 1, format: 'directory', inlineStylesheets: 'never', assets: '_astro' },
  vite: {
    plugins: [plainImports],
    define: { 'import.meta.env.BUILD_NICHES': JSON.stringify(niches) },
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: islands } } } } },
  },
});
