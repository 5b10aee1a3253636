// The unit of systemd and the files for containers: settings the server knows, and what their own tools accept.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const text = (file: string): string => readFileSync(file, 'utf8');
const UNIT = 'deploy/matchloom@.service';
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('systemd-analyze is not installed, so the unit is not checked: apt-get install systemd');

test('every setting in these files is one of README.md', () => {
  const known = new Set([...text('README.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  const server = /x-server:[\s\S]*?\n {2}volumes:/.exec(text('compose.yaml'))?.[0] ?? '';
  const used = [
    ...[...server.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name),
    ...[...text(UNIT).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name),
    ...[...(/^ENV (.*)$/m.exec(text('Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
  ];
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((name) => !known.has(name ?? ''))).toEqual([]);
});

test('programs, files and stages that these files name are there', () => {
  for (const file of ['scripts/ensure.mjs', 'scripts/serve.ts']) {
    expect(existsSync(file)).toBe(true);
    for (const user of [UNIT, 'Dockerfile']) expect(text(user)).toContain(file);
  }
  for (const [, file = ''] of text('compose.yaml').matchAll(/- \.\/(\S+?):/g))
    expect(existsSync(file), file).toBe(true);
  const stages = [...text('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, stage]) => stage);
  for (const [, stage] of text('compose.yaml').matchAll(/target: (\S+)/g)) expect(stages).toContain(stage);
});

test('DE11: every image is built with the host of the console, which the files of nginx name', () => {
  const build = /AS exports\n([\s\S]*?)\n\n/.exec(text('Dockerfile'))?.[1] ?? '';
  expect(build.indexOf('ARG STAFF_HOST\n')).toBeGreaterThan(-1);
  expect(build.indexOf('ARG STAFF_HOST\n')).toBeLessThan(build.indexOf('RUN npm run build'));
  const compose = text('compose.yaml');
  const builds = [...compose.matchAll(/\bbuild:\n(( +)\S.*\n(?:\2.*\n)*)/g)].map(([, lines = '']) => lines);
  expect(builds.map((lines) => /target: (\S+)/.exec(lines)?.[1])).toEqual(['server', 'web']);
  expect(builds[0]).toContain('args: &exports\n      STAFF_HOST: ${STAFF_HOST:-}\n');
  expect(builds[1]).toContain('args: *exports\n');
});

if (hasSystemd)
  test('systemd accepts the unit, and finds little to attack in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'matchloom-unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const unit = join(folder, 'matchloom@4321.service');
    copyFileSync(UNIT, unit);
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(verified.stderr.split('\n').filter((line) => line.includes('matchloom@'))).toEqual([]);
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(rated.stdout)?.[1])).toBeLessThan(2.5);
  });
