// Programs that scripts run end with the script.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning, run } from '../../scripts/child.ts';

const root = join(import.meta.dirname, '../..');
const CHILD = 'console.log(process.pid); setInterval(() => {}, 1000)';
const SCRIPT = `import { run } from './scripts/child.ts';
await run(process.execPath, ['-e', ${JSON.stringify(CHILD)}], { cwd: '.' });
console.log('went on');`;

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the child first, then the script', async (signal) => {
  const script = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  script.stdout.on('data', (chunk) => (text += String(chunk)));
  await once(script.stdout, 'data');
  const child = Number(text);
  script.kill(signal);
  const [, by] = await once(script, 'exit');
  try {
    expect([by, isRunning(child)]).toEqual([signal, false]);
    expect(text).not.toContain('went on');
  } finally {
    if (isRunning(child)) process.kill(child, 'SIGKILL');
  }
});

test('a program that has ended has no listeners left', async () => {
  const before = process.listenerCount('SIGTERM');
  const ended = await Promise.all([
    run(process.execPath, ['-e', 'console.log(1)'], { cwd: root, output: 'keep' }),
    run('no-such-program', [], { cwd: root, output: 'keep' }),
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 127]);
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
