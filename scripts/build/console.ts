// Builds the console of staff into dist/console: one page with its words, one script and one sheet.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { compileString } from 'sass';
import { build } from 'vite';
import { STAFF } from '../../src/domain/staff.ts';
import { escapeHtml } from '../../src/html/escape.ts';
import { readJson } from '../../src/site/texts.ts';
import { compressor } from './compress.ts';
import { beginExport, type Export } from './export.ts';
import { SASS_OPTIONS } from './styles.ts';

/** Texts that the console has in common with members: of errors, rules and parts of the page. */
const SHARED_TEXTS = ['errors', 'shell', 'decisions'] as const;
const LANGUAGE = 'en';

export async function buildConsole(root: string): Promise<void> {
  const out = beginExport(join(root, 'dist', 'console'));
  const script = put(out, 'js', await scriptOf(root));
  const sheet = put(out, 'css', sheetOf(root));
  out.put('index.html', pageOf(root, script, sheet));
  await compressor(root, out)(out.paths());
  out.sweep();
}

/** The address of a file with a hashed name. */
function put(out: Export, ending: 'js' | 'css', content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const path = `assets/console-${hash}.${ending}`;
  out.put(path, content);
  return STAFF.path + path;
}

async function scriptOf(root: string): Promise<string> {
  const built = await build({
    ...{ root, configFile: false, envDir: false, logLevel: 'warn', publicDir: false },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: join(root, 'src', 'operator', 'main.ts'), output: { codeSplitting: false } },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = outputs.filter((each) => each.type === 'chunk');
  if (!chunk || others.length > 0) throw new Error('The console is not one script.');
  return chunk.code;
}

const sheetOf = (root: string): string =>
  compileString("@import 'src/operator/styles/variables'; @import 'src/operator/styles/console';", {
    ...SASS_OPTIONS,
    loadPaths: [root, join(root, 'src', 'styles'), join(root, 'node_modules')],
  })
    .css.replace(/^\uFEFF/, '')
    // Those of a brand, which the console does not have.
    .replace(/@font-face\{[^}]*\}/g, '');

function pageOf(root: string, script: string, sheet: string): string {
  const own = readJson(root, `locales/${LANGUAGE}/staff/console.json`) as Record<string, string>;
  const shared = SHARED_TEXTS.map((space) => [space, readJson(root, `locales/${LANGUAGE}/${space}.json`)]);
  // As src/lib/page.ts reads it; the console has no settings of a brand.
  const data = {
    ...{ language: LANGUAGE, tag: 'en-GB', siteSettings: {}, languages: [], countries: {} },
    texts: { ...Object.fromEntries(shared), console: own },
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const title = escapeHtml(own['title'] ?? '');
  return `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${sheet}"></head><body><div id="console"></div><script type="application/json" id="page-data">${json}</script><script type="module" src="${script}"></script></body></html>\n`;
}
