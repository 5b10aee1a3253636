// What README.md does to a machine for the web server: certificates that are renewed, room for connections, keys that others cannot read.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CHALLENGES } from '#scripts/build/served-files';
import { freshFolder } from '../support/processes.ts';
import { commandsAfter } from '../support/readme.ts';

const blocks = {
  nginx: commandsAfter('Web server.', 1),
  cdn: commandsAfter('A CDN.'),
  containers: commandsAfter('Containers'),
};

/** Runs the lines of a block that match, with `folder` instead of /etc; answers the code of each. */
function run(block: readonly string[], which: RegExp, folder: string): (number | null)[] {
  const lines = block.filter((line) => which.test(line));
  expect(lines.length).toBeGreaterThan(0);
  return lines.map(
    (line) => spawnSync('sh', ['-c', `umask 022; ${line.replaceAll('/etc/', `${folder}/`)}`], { cwd: folder }).status,
  );
}
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test.each(Object.entries(blocks))(
  'every certificate of the block "%s" is renewed while its web server runs',
  (name, block) => {
    const made = block.filter((line) => line.includes('certbot certonly'));
    expect(made).toHaveLength(1);
    for (const line of made) {
      // certbot renews as it made, and port 80 is taken then.
      expect(line).toContain(` --webroot -w ${CHALLENGES} `);
      expect(line).toMatch(
        name === 'containers' ? / --deploy-hook '.* web nginx -s reload'/ : / 'systemctl reload nginx'/,
      );
    }
    expect(block.filter((line) => /systemctl (stop|start) nginx/.test(line))).toEqual([]);
  },
);

test('the containers’ nginx finds certbot’s proof and the certificates of the host', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as { services: { web: { volumes: string[] } } };
  expect(services.web.volumes).toEqual(
    expect.arrayContaining([`${CHALLENGES}:${CHALLENGES}:ro`, '/etc/letsencrypt:/etc/letsencrypt:ro']),
  );
  const [image = ''] = /^FROM (\S+) AS web$/m.exec(readFileSync('Dockerfile', 'utf8'))?.slice(1) ?? [];
  expect(blocks.containers.find((line) => line.startsWith('docker run'))).toMatch(new RegExp(`:ro ${image}$`));
});

test('nginx has room for the two connections of each member who is online', () => {
  const folder = freshFolder();
  mkdirSync(join(folder, 'nginx'));
  // As Debian’s package and its image have it.
  for (const written of ['\tworker_connections 768;', '    worker_connections  1024;']) {
    writeFileSync(join(folder, 'nginx/nginx.conf'), `user www-data;\nevents {\n${written}\n}\n`);
    expect(run(blocks.nginx, /^sed /, folder)).toEqual([0]);
    expect(readFileSync(join(folder, 'nginx/nginx.conf'), 'utf8')).toMatch(
      /^worker_rlimit_nofile 20000;\nuser www-data;\nevents \{\n\s+worker_connections 8192;\n\}\n$/,
    );
  }
});

test('the second brand behind a CDN leaves the key of the first, and only root reads them', () => {
  const folder = freshFolder();
  mkdirSync(join(folder, 'nginx'));
  for (const _brand of [1, 2]) expect(run(blocks.cdn, /openssl/, folder)).toEqual([0]);
  const keys = join(folder, 'nginx/matchloom-cdn-keys');
  const written = readFileSync(keys, 'utf8').trim().split('\n');
  expect(written).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^"[0-9a-f]{32}" 1;$/)));
  expect(new Set(written).size).toBe(2);
  expect(modeOf(keys)).toBe('600');
});

test('the link for a certificate that leads to the CDN is made anew, and never within a certificate’s folder', () => {
  const folder = freshFolder();
  const live = join(folder, 'letsencrypt/live');
  mkdirSync(join(live, 'api.morrow.example'), { recursive: true });
  for (const _time of [1, 2]) expect(run(blocks.cdn, /letsencrypt/, folder)).toEqual([0]);
  expect(readlinkSync(join(live, 'morrow.example'))).toBe('api.morrow.example');
  const other = freshFolder();
  mkdirSync(join(other, 'letsencrypt/live/morrow.example'), { recursive: true });
  expect(run(blocks.cdn, /letsencrypt/, other)).toEqual([1]);
});

test('the settings of the containers are readable by their user only, and stay when the block runs again', () => {
  const folder = freshFolder();
  expect(run(blocks.containers, /\.env/, folder)).toEqual([0]);
  expect(modeOf(join(folder, '.env'))).toBe('600');
  writeFileSync(join(folder, '.env'), 'A=1\n');
  expect(run(blocks.containers, /\.env/, folder)).toEqual([0]);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=1\n');
});
