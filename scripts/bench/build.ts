// Measures the build: one niche as it is, then with many more languages, in a copy of the project.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { copyProject, type ProjectCopy } from '../../tests/support/project-copy.ts';
import type { Figure } from './figure.ts';

const BUDGET = { ms: 2, mb: 700 } as const;
const EVERY_MS = 100;
/** Codes no language has, so that the copy can have them all. */
const MADE_UP = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `q${letter}`).filter((code) => code !== 'qu');

interface Built {
  readonly ms: number;
  readonly pages: number;
  readonly peakMb: number;
}

export async function measureBuild(): Promise<Figure[]> {
  const copy = copyProject();
  try {
    const [niche = ''] = readdirSync(copy.path('niches'));
    const one = await buildTwice(copy, niche);
    for (const code of MADE_UP) cpSync(copy.path('locales', 'en'), copy.path('locales', code), { recursive: true });
    const many = await buildTwice(copy, niche);
    const pages = many.again.pages - one.again.pages;
    const seconds = ({ pages: all, ms }: Built): string => `${all} pages in ${(ms / 1000).toFixed(1)} s`;
    const fresh = (many.first.ms - one.first.ms) / pages;
    return [
      {
        what: 'build, each further page',
        value: (many.again.ms - one.again.ms) / pages,
        unit: 'ms',
        budget: { atMost: BUDGET.ms },
        beside: `${seconds(one.again)}, ${seconds(many.again)}; ${fresh.toFixed(1)} ms when nothing is compressed yet`,
      },
      {
        what: 'build, peak memory of all its processes',
        value: Math.max(...[one, many].flatMap(({ first, again }) => [first.peakMb, again.peakMb])),
        unit: 'MB',
        budget: { atMost: BUDGET.mb },
        beside: `looked at every ${EVERY_MS} ms; ${Math.round(one.again.peakMb)} MB with the project’s own languages`,
      },
    ];
  } finally {
    copy.remove();
  }
}

/** The second time finds everything compressed already. */
async function buildTwice(copy: ProjectCopy, niche: string): Promise<{ first: Built; again: Built }> {
  return { first: await build(copy, niche), again: await build(copy, niche) };
}

async function build(copy: ProjectCopy, niche: string): Promise<Built> {
  const started = performance.now();
  const child = spawn(process.execPath, ['scripts/build.ts', niche], { cwd: copy.root, stdio: 'pipe' });
  let said = '';
  let peak = 0;
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const watch = setInterval(() => (peak = Math.max(peak, residentOf(child.pid ?? 0))), EVERY_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`The build to measure failed:\n${said}`);
  const { pages } = JSON.parse(copy.text('dist/manifest.json')) as { pages: readonly unknown[] };
  return { ms: performance.now() - started, pages: pages.length, peakMb: peak / 1e6 };
}

/** Memory of a process and all it started, what they share counted once; 0 where there is no /proc to ask. */
function residentOf(top: number): number {
  const parents = new Map<number, number>();
  for (const name of listProc()) parents.set(Number(name), numberIn(name, 'PPid'));
  const isOurs = (pid: number): boolean => pid === top || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, pid) => sum + numberIn(String(pid), 'Pss', 'smaps_rollup') * 1024, 0);
}

function listProc(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function numberIn(pid: string, field: string, file = 'status'): number {
  try {
    return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
