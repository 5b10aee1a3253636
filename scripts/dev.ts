// `npm run dev [niche]`: Astro with hot reload for one niche, on the seeded backend.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config/index';
import { nicheFolders } from '#site/load';
import { readArguments, UsageError } from './arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = nicheFolders(root);
const { positionals } = readArguments(
  { usage: 'Usage: npm run dev [-- niche], which is the first one unless it is named.', options: {}, names: 1 },
  (found) => {
    const [named] = found.positionals;
    if (named !== undefined && !folders.includes(named))
      throw new UsageError(`There is no niche "${named}"; niches/ has: ${folders.join(', ')}.`);
  },
);
const niche = positionals[0] ?? folders[0] ?? '';

const { port } = readConfig();
const backendPort = port + 1;
const start = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
const children = [
  start([join(root, 'scripts/start.ts'), '--api-only'], {
    PORT: String(backendPort),
    // Mailed links must point to the pages, which the backend does not serve here.
    PUBLIC_ORIGIN: process.env['PUBLIC_ORIGIN'] ?? `http://${niche}.localhost:${port}`,
  }),
  start(
    [
      join(root, 'node_modules/astro/bin/astro.mjs'),
      'dev',
      '--host',
      'localhost',
      '--port',
      String(port),
      '--allowed-hosts',
      `${niche}.localhost`,
    ],
    {
      BUILD_NICHES: niche,
      BACKEND: `http://127.0.0.1:${backendPort}`,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  ),
];
console.log(
  `http://${niche}.localhost:${port} reloads as you edit; http://${niche}.localhost:${port}/dev/ui shows every part of every niche.`,
);

const stop = (): void => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
for (const child of children) child.once('exit', stop);
