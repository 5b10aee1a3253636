// Opens the store of files that the settings name.
import type { Config } from '../config/index.ts';
import { bucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

/** The bucket of the settings, else the folder of data. Both have the same names, so files can be moved by copying them. */
export const openFileStore = ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): FileStore =>
  bucket ? bucketStore(bucket) : folderStore(dataDir);
