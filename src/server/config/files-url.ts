// Reads the setting that names the bucket of files.

/** A bucket of a service that speaks the protocol of Amazon S3. */
export interface BucketConfig {
  /** Scheme and host of the service. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

/** What most services take that have no regions. */
const DEFAULT_REGION = 'us-east-1';

/** Null when it names no bucket, or lacks the key to it. */
export function readFilesUrl(value: string): BucketConfig | null {
  const url = URL.parse(value);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1];
  if (!url || !/^https?:$/.test(url.protocol) || !bucket || !url.username || !url.password) return null;
  if ([...url.searchParams.keys()].some((name) => name !== 'region')) return null;
  const region = url.searchParams.get('region') ?? DEFAULT_REGION;
  if (!/^[a-z0-9-]+$/.test(region)) return null;
  try {
    const [key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return { endpoint: url.origin, bucket, region, key, secret };
  } catch {
    return null;
  }
}

/** Names it to an operator, without its key. */
export const bucketTitle = ({ bucket, endpoint }: BucketConfig): string =>
  `the bucket ${bucket} at ${new URL(endpoint).host}`;
