// `npm run deploy`: builds what has changed and makes it live in one step; `npm run rollback` makes the release before live again.
import { join } from 'node:path';
import { type Config, readConfig } from '#server/config/index';
import { servedNiches } from '#server/config/served-niches';
import { nicheFolders } from '#site/load';
import { readArguments } from './arguments.ts';
import { build } from './build.ts';
import { writeSharedHosting } from './build/hosting.ts';
import { publish, rollBack } from './releases.ts';
import { abortOnSignal, run } from './child.ts';
import { staleNiches, staleServed } from './export-freshness.ts';

const command = {
  usage: `Usage: npm run deploy [-- --no-build], or npm run rollback
Builds the niches (of NICHES) that have changed into dist/, publishes all of NICHES as a new release, with the console at STAFF_HOST, and
switches the link "live" to it. Then it runs AFTER_DEPLOY, such as "systemctl reload nginx"; without that, visitors get it once you told
the web server. They keep the scripts and styles of the release before.
  --no-build  publishes dist/ as it is
  --rollback  publishes nothing and switches to the release before`,
  options: { 'no-build': { type: 'boolean', default: false }, rollback: { type: 'boolean', default: false } },
} as const;

/** Answers the folder of the release. */
async function publishServed(
  root: string,
  { staffHost }: Config,
  served: readonly string[],
  builds: boolean,
): Promise<string> {
  const stale = builds ? staleNiches(root, 'whole').filter((niche) => served.includes(niche)) : [];
  if (stale.length > 0) await abortOnSignal((signal) => build(root, stale, { signal }));
  // A setting may have changed since the build that wrote them, which makes no export stale.
  writeSharedHosting(root, staffHost);
  return publish(root, new Date(), served);
}

async function main(root: string): Promise<void> {
  const { values } = readArguments(command);
  const config = readConfig();
  const served = servedNiches(config, nicheFolders(root));
  const release = values.rollback
    ? rollBack(root, new Date())
    : await publishServed(root, config, served, !values['no-build']);
  console.log(`Live: ${release}`);
  if (values.rollback) for (const sentence of staleServed(root, served).refused) console.warn(sentence);
  await tellWebServer(root, config.afterDeploy);
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
