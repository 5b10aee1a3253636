// Installs Debian packages for tests and measurements, where that is permitted.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { type Ended, run } from '../child.ts';

const mayUseApt = (): boolean => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/**
 * Installs Debian packages where permitted. RUNLEVEL keeps them from starting servers of their own; the tests start
 * theirs.
 */
export async function installMissing(packages: readonly string[]): Promise<void> {
  if (packages.length === 0 || !mayUseApt()) return;
  console.log(`Installing ${packages.join(' and ')} with apt-get (a few minutes) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const aptGet = (...args: readonly string[]): Promise<Ended> =>
    // Another run may be installing at the same time.
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], { cwd: tmpdir(), env, output: 'keep' });
  const update = await aptGet('update');
  const install = await aptGet('install', '-y', '--no-install-recommends', ...packages);
  if (install.code === 0) console.log(`Installed in ${install.seconds} s.`);
  else
    console.error(
      `apt-get could not install ${packages.join(', ')}:\n${(update.output + install.output).trim().split('\n').slice(-5).join('\n')}`,
    );
}
