// Measures the build in a copy of the project: all niches with a cold and a warm cache, and one niche with many more
// languages.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyProject, type ProjectCopy } from '../../tests/support/project-copy.ts';
import type { Figure } from './figure.ts';

const BUDGET = { ms: 2, mb: 700, warmSeconds: 60, coldSeconds: 150 } as const;
const EVERY_MS = 100;
/** Codes that no language has, so that the copy can define them. */
const MADE_UP = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `q${letter}`).filter((code) => code !== 'qu');

interface Built {
  readonly ms: number;
  readonly pages: number;
  /** Megabytes; only of builds whose memory was measured. */
  readonly peakMb?: number;
}

export async function measureBuild(): Promise<Figure[]> {
  const copy = copyProject();
  try {
    rmSync(copy.path('.cache'), { recursive: true, force: true });
    const cold = await build(copy, '--all');
    const warm = await build(copy, '--all');
    const [niche = ''] = readdirSync(copy.path('niches'));
    const alone = await build(copy, niche);
    const one = await buildAgain(copy, niche);
    for (const code of MADE_UP) cpSync(copy.path('locales', 'en'), copy.path('locales', code), { recursive: true });
    const fresh = await build(copy, niche);
    const many = await buildAgain(copy, niche);
    return [
      ...allFigures(cold, warm),
      pageFigure([middleOf(one), middleOf(many)], [alone, fresh]),
      memoryFigure([cold, warm], [alone, fresh]),
    ];
  } finally {
    copy.remove();
  }
}

/**
 * A page costs so little that one slow second would double its figure, so the median of some builds counts. Measuring
 * the memory adds a tenth of a build's time, and more to a longer one, so these builds run without it.
 */
const AGAIN = 3;
async function buildAgain(copy: ProjectCopy, niche: string): Promise<Built[]> {
  const all: Built[] = [];
  while (all.length < AGAIN) all.push(await build(copy, niche, 'unwatched'));
  return all;
}

function middleOf(some: readonly Built[]): Built {
  const middle = some.toSorted((a, b) => a.ms - b.ms)[some.length >> 1];
  if (!middle) throw new Error('Nothing was built.');
  return middle;
}

const said = ({ pages, ms }: Built): string => `${pages} pages in ${(ms / 1000).toFixed(1)} s`;
const megabytes = (some: readonly Built[]): number => Math.max(...some.map(({ peakMb = 0 }) => peakMb));

/** All exports, first with nothing drawn, compiled or compressed yet. */
const allFigures = (cold: Built, warm: Built): Figure[] =>
  [
    { what: 'build of all niches, nothing kept', built: cold, atMost: BUDGET.coldSeconds },
    { what: 'build of all niches, everything kept', built: warm, atMost: BUDGET.warmSeconds },
  ].map(({ what, built, atMost }) => ({
    what,
    value: built.ms / 1000,
    unit: 's',
    budget: { atMost },
    beside: said(built),
  }));

/** Two builds under the same conditions, of few and of many pages. */
type Pair = readonly [few: Built, many: Built];

const eachFurther = ([few, many]: Pair): number => (many.ms - few.ms) / (many.pages - few.pages);

/** `watched`: a pair whose memory was measured, the larger one with nothing compressed yet. */
const pageFigure = (pair: Pair, watched: Pair): Figure => ({
  what: 'build, each further page',
  value: eachFurther(pair),
  unit: 'ms',
  budget: { atMost: BUDGET.ms },
  beside: `${pair.map(said).join(', ')}; ${eachFurther(watched).toFixed(1)} ms when it is not compressed yet, and looked at`,
});

const memoryFigure = (all: readonly Built[], single: readonly Built[]): Figure => ({
  what: 'build, peak memory of all its processes',
  value: megabytes([...all, ...single]),
  unit: 'MB',
  budget: { atMost: BUDGET.mb },
  beside: `looked at every ${EVERY_MS} ms; ${Math.round(megabytes(single))} MB with one niche, ${Math.round(megabytes(all))} MB with all`,
});

async function build(copy: ProjectCopy, what: string, how: 'watched' | 'unwatched' = 'watched'): Promise<Built> {
  const started = performance.now();
  const child = spawn(process.execPath, ['scripts/build.ts', what], { cwd: copy.root, stdio: 'pipe' });
  let output = '';
  let peak = 0;
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const look = (): unknown => (peak = Math.max(peak, residentOf(child.pid ?? 0)));
  const watch = how === 'watched' ? setInterval(look, EVERY_MS) : undefined;
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`The build to measure failed:\n${output}`);
  const { pages } = JSON.parse(copy.text('dist/manifest.json')) as { pages: readonly { niche: string }[] };
  const built = pages.filter(({ niche }) => what === '--all' || niche === what).length;
  return { ms: performance.now() - started, pages: built, ...(watch ? { peakMb: peak / 1e6 } : {}) };
}

/** Memory of a process and its descendants, shared pages counted once; 0 where there is no /proc. */
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
