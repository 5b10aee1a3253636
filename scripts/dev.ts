// `npm run dev [niche]`: Astro with hot reload for one niche, on the seeded backend.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/config';
import { nicheFolders } from '#site/load';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = nicheFolders(root);
const niche = process.argv[2] ?? folders[0] ?? '';
if (!folders.includes(niche)) {
  console.error(`There is no niche "${niche}"; niches/ has: ${folders.join(', ')}.`);
  process.exit(1);
}

const { port } = readConfig();
const backendPort = port + 1;
const start = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
const children = [
  start([join(root, 'scripts/start.ts'), '--api-only'], {
    PORT: String(backendPort),
    // Mailed links lead to the pages, which are not the backend's here.
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
