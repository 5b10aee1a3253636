// `npm run deploy`: builds what has changed and makes it live in one step; `npm run rollback` makes the release before live again.
import { join } from 'node:path';
import { nicheFolders } from '#site/load';
import { readConfig } from '#server/config/index';
import { readArguments } from './arguments.ts';
import { build } from './build.ts';
import { publish, rollBack } from './releases.ts';
import { abortOnSignal, run } from './child.ts';
import { staleNiches, staleServed } from './export-freshness.ts';

const command = {
  usage: `Usage: npm run deploy [-- --no-build], or npm run rollback
Builds the niches (of NICHES) that have changed into dist/, publishes them as a new release and switches the link "live" to it. Then it
runs AFTER_DEPLOY, such as "systemctl reload nginx"; without that, visitors get it once you told the web server. They keep the scripts and
styles of the release before.
  --no-build  publishes dist/ as it is
  --rollback  publishes nothing and switches to the release before`,
  options: { 'no-build': { type: 'boolean', default: false }, rollback: { type: 'boolean', default: false } },
} as const;

async function main(root: string): Promise<void> {
  const { values } = readArguments(command);
  const { afterDeploy, niches } = readConfig();
  const isServed = (niche: string): boolean => niches.length === 0 || niches.includes(niche);
  const stale = values.rollback || values['no-build'] ? [] : staleNiches(root, 'whole').filter(isServed);
  if (stale.length > 0) await abortOnSignal((signal) => build(root, stale, { signal }));
  const release = values.rollback ? rollBack(root, new Date()) : publish(root, new Date());
  console.log(`Live: ${release}`);
  if (values.rollback)
    for (const sentence of staleServed(root, nicheFolders(root).filter(isServed)).refused) console.warn(sentence);
  await tellWebServer(root, afterDeploy);
  console.log('Restart the server processes one after the other, so that they serve it too.');
}

async function tellWebServer(root: string, afterDeploy: string | null): Promise<void> {
  if (!afterDeploy) {
    console.log(
      'A web server has still to be told, and serves the release before until then: "systemctl reload nginx" or "systemctl reload caddy".',
    );
    return;
  }
  const { code } = await run('sh', ['-c', afterDeploy], { cwd: root });
  if (code !== 0)
    throw new Error(`AFTER_DEPLOY ended with ${code}: the web server may still serve the release before.`);
}

try {
  await main(join(import.meta.dirname, '..'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
