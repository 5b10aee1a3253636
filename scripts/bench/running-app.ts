// Starts the whole built app as members use it, for figures that only a browser can measure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig } from '#server/db/config';
import { loadSites, type Site } from '#site/load';
import { demoLogins } from '../seed/demo.ts';

export interface RunningApp {
  /** The first site's address. */
  readonly home: string;
  readonly site: Site;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 120_000;

/** Serves the first niche from `dist/`, with demo members and without limits of calls a minute. */
export async function startApp(root: string, database: DatabaseConfig): Promise<RunningApp> {
  const [site] = loadSites(root);
  if (!site || !existsSync(join(root, 'dist', site.folder))) throw new Error('Run npm run build first.');
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-bench-'));
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), '--no-build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      NICHES: site.folder,
      DATA_DIR: folder,
      DATABASE_URL: database.kind === 'postgres' ? database.url : '',
      RATE_LIMITS: '0',
      LOG_LEVEL: 'info',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  const started = performance.now();
  let port: string | undefined;
  while (!(port = /http:\/\/localhost:(\d+) lists/.exec(text)?.[1])) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - started > TIMEOUT_MS) {
      // Otherwise it would keep the measuring process alive.
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      throw new Error(`The house did not start: ${text.slice(-500)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    home: `http://${site.folder}.localhost:${port}`,
    site,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The logins of the browser benchmarks: the premium demo member and the free one. */
export const benchLogins = demoLogins.filter(({ kind }) => kind === 'premium' || kind === 'free');
