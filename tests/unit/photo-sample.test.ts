// Photos in a bucket that a backup looks up.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lookUpPhotos, sampleSentences } from '#scripts/database/photo-sample';
import { type BucketConfig, readFilesUrl } from '#server/config/files-url';
import { photoName } from '#server/media/photo-files';
import { PHOTO_FORMS } from '#server/media/photo-forms';
import { bucketStore } from '#server/storage/bucket-store';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';

let service: BucketServer;
let bucket: BucketConfig;
beforeAll(async () => {
  service = await startBucketServer();
  const named = readFilesUrl(service.url);
  if (!named) throw new Error('The address names no bucket.');
  bucket = named;
});
beforeEach(() => service.fail());
afterAll(() => service.close());
const files = Array.from({ length: 300 }, (_, at) => at.toString(16).padStart(32, '0'));
const lookUp = (some: readonly string[]) => lookUpPhotos(bucket, new Set(some));

test('few photos are all looked up, and those of demo members are not', async () => {
  const [there = '', gone = ''] = files;
  for (const form of PHOTO_FORMS) await bucketStore(bucket).put(photoName(there, form), Buffer.from(form));
  const sample = await lookUp([gone, 'p001', there]);
  expect(sample).toMatchObject({ photos: 2, lookedUp: 2, missing: [gone], failure: null });
  expect(sampleSentences(sample)).toMatch(new RegExp(`^The photos stay in the bucket .* 1 are missing: ${gone}\\.$`));
  expect(sampleSentences(await lookUp([there]))).toMatch(/Of 1 photos 1 were looked up there, and none is missing\.$/);
});

test('of many photos fifty are looked up, spread over all', async () => {
  const { photos, lookedUp, missing } = await lookUp(files);
  expect([photos, lookedUp]).toEqual([300, 50]);
  expect(missing.filter((file) => file >= (files[150] ?? ''))).toHaveLength(25);
});

test('a bucket that does not answer is said, and is no missing photo', async () => {
  service.fail('GET');
  const sample = await lookUp(files);
  expect(sample).toMatchObject({ photos: 300, lookedUp: 0, missing: [] });
  expect(sampleSentences(sample)).toMatch(/They could not be looked up\. .*503/);
});
