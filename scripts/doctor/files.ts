// What the doctor finds in the store of photos, by a file that it writes, reads and deletes.
import { existsSync } from 'node:fs';
import type { Config } from '#server/config/index';
import { bucketTitle } from '#server/config/files-url';
import { photoFolder, placeOfPhoto } from '#server/media/photo-files';
import { bytesOf, type FileStore, StorageUnavailable } from '#server/storage/file-store';
import { openFileStore } from '#server/storage/index';
import { bad, type Finding, good } from './finding.ts';

const ABOUT = 'files';
const RIGHTS = 's3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket';
const KEY_CURE = 'refuses the key; check key and secret in FILES_URL, with %2F for / in the secret.';
const REGION_CURE = 'is in another region; name it in FILES_URL, as ?region=eu-central-1.';

/** By the code of the service; without the right to list, it refuses to say that a file is missing. */
const CURES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'is not there; make it, or check FILES_URL.',
  InvalidAccessKeyId: KEY_CURE,
  SignatureDoesNotMatch: KEY_CURE,
  AccessDenied: `does not let the key do all that is needed; allow it ${RIGHTS}.`,
  AuthorizationHeaderMalformed: REGION_CURE,
  PermanentRedirect: REGION_CURE,
  TemporaryRedirect: REGION_CURE,
  RequestTimeTooSkewed: 'has another time; set the clock of this machine.',
};

type Place = Pick<Config, 'bucket' | 'dataDir'>;

export async function filesFinding(config: Place): Promise<Finding> {
  const title = config.bucket ? bucketTitle(config.bucket) : config.dataDir;
  try {
    const problem = await tryOut(openFileStore(config), probeName(config));
    return problem ? bad(ABOUT, `${title} ${problem}`) : good(ABOUT, `${title} takes, gives and deletes files`);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    return bad(ABOUT, `${title} ${cureOf(config, error)}`);
  }
}

/** A folder made here could belong to another user than the server's, and would keep the server out. */
function probeName({ bucket, dataDir }: Place): string {
  const name = `probe-${crypto.randomUUID()}`;
  return bucket || existsSync(photoFolder(dataDir)) ? placeOfPhoto(name) : name;
}

async function tryOut(store: FileStore, name: string): Promise<string | null> {
  const bytes = Buffer.from(name);
  await store.put(name, bytes);
  try {
    const found = await store.get(name);
    if (!found?.content || !bytes.equals(await bytesOf(found.content)))
      return 'does not give back what it took; use another service.';
  } finally {
    await store.delete(name);
  }
  return (await store.get(name)) ? 'still has a file that was deleted; use a service that deletes at once.' : null;
}

const cureOf = ({ bucket }: Place, { message, reason }: StorageUnavailable): string =>
  bucket
    ? (CURES[reason] ?? `cannot be used (${reason}); check FILES_URL and the network of this machine.`)
    : `cannot be used. ${message}; set DATA_DIR to a folder this user may write.`;
