// What the doctor says of the store of photos.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filesFinding } from '#scripts/doctor/files';
import { readFilesUrl } from '#server/config/files-url';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-doctor-'));
let service: BucketServer;
beforeAll(async () => {
  service = await startBucketServer();
});
beforeEach(() => service.fail());
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const inBucket = (url = service.url) => filesFinding({ bucket: readFilesUrl(url), dataDir });

test('a bucket that works is tried with a file, which is deleted again', async () => {
  expect(await inBucket()).toEqual({
    state: 'good',
    about: 'files',
    text: expect.stringMatching(/^the bucket pictures at 127\.0\.0\.1:\d+ takes, gives and deletes files$/),
  });
  expect(service.names()).toEqual([]);
});

test.each<[string, () => string, RegExp]>([
  ['no such bucket', () => service.url.replace('/pictures', '/another'), /the bucket another .* make it/],
  ['another key', () => service.url.replace('S3RVER:', 'WRONG:'), /refuses the key; .*FILES_URL/],
  ['no service', () => 'http://me:secret@127.0.0.1:1/pictures', /cannot be used \(bad port\); check FILES_URL/],
])('%s is said with its cure, without the key', async (_, url, text) => {
  const finding = await inBucket(url());
  expect(finding).toMatchObject({ state: 'bad', text: expect.stringMatching(text) });
  expect(finding.text).not.toMatch(/S3RVER|WRONG|me:/);
});

test.each(['PUT', 'GET', 'DELETE'] as const)('a bucket that fails at %s is found', async (method) => {
  service.fail(method);
  expect((await inBucket()).state).toBe('bad');
});

test('a folder is tried without making the folder of photos, which would belong to another user', async () => {
  for (const made of [[], ['photos']]) {
    for (const name of made) mkdirSync(join(dataDir, name));
    expect(await filesFinding({ bucket: null, dataDir })).toMatchObject({ state: 'good' });
    expect(readdirSync(dataDir, { recursive: true })).toEqual(made);
  }
  writeFileSync(join(dataDir, 'a-file'), '');
  const finding = await filesFinding({ bucket: null, dataDir: join(dataDir, 'a-file') });
  expect(finding).toMatchObject({ state: 'bad', text: expect.stringMatching(/E(NOTDIR|EXIST).*DATA_DIR/) });
});

test.each([
  ['https://key:se%2Fcret@s3.example/photos?region=eu-1', { region: 'eu-1', secret: 'se/cret', bucket: 'photos' }],
  ['https://key:secret@s3.example:9000/photos/', { region: 'us-east-1', endpoint: 'https://s3.example:9000' }],
])('%s names a bucket', (value, bucket) => {
  expect(readFilesUrl(value)).toMatchObject(bucket);
});

test.each([
  's3://key:secret@s3.example/photos',
  'https://s3.example/photos',
  'https://key@s3.example/photos',
  'https://key:secret@s3.example/',
  'https://key:secret@s3.example/photos/inner',
  'https://key:secret@s3.example/Photos',
  'https://key:%zz@s3.example/photos',
  'https://key:secret@s3.example/photos?zone=1',
  'photos',
])('%s names none', (value) => {
  expect(readFilesUrl(value)).toBeNull();
});
