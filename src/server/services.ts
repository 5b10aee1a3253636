// Services shared by all calls of one app; created in app.ts and passed down, never stored in a module.
import type { Logger } from 'pino';
import type { Site } from '#site/load';
import type { Config } from './config/index.ts';
import type { Clock } from './context.ts';
import type { OpenDatabase } from './db/index.ts';
import type { FormPage } from './http/native-forms.ts';
import type { Places } from './geo/places.ts';
import type { Hub } from './live/hub.ts';
import type { Mailer } from './mail/index.ts';
import type { PasswordChecker } from './auth/password-hashing.ts';
import type { NudityGuard } from './media/nudity-guard.ts';
import type { PhotoStore } from './media/photo-store.ts';
import type { PushKeys } from './push/keys.ts';
import type { Metrics } from './metrics.ts';
import type { Provider } from './payments/provider.ts';
import type { Queue } from './queue.ts';
import type { ConcurrencyLimits } from './http/concurrency-limits.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { SmsSender } from './sms/index.ts';
import type { SessionOwners } from './auth/session-owners.ts';

export interface Services {
  /** All sites, including those served by other processes: their jobs may run here. */
  readonly sites: readonly Site[];
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly places: Places;
  readonly hub: Hub;
  readonly limiter: RateLimiter;
  readonly concurrency: ConcurrencyLimits;
  readonly sessionOwners: SessionOwners;
  readonly passwords: PasswordChecker;
  readonly mailer: Mailer;
  /** Null where nothing can be sent: there is no direct debit then. */
  readonly sms: SmsSender | null;
  readonly photos: PhotoStore;
  readonly nudity: NudityGuard;
  readonly queue: Queue;
  /** The payment provider that sells. */
  readonly provider: Provider;
  /** Those that sold before and still have payments in flight. */
  readonly otherProviders: readonly Provider[];
  readonly pushKeys: () => Promise<PushKeys>;
  /** The key that signs the cookies of known browsers. */
  readonly browserKey: () => Promise<Buffer>;
  readonly now: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly formPage: FormPage | null;
}

/** Ends what they keep open. The caller closes the database. */
export async function closeServices({ photos, nudity, hub }: Services): Promise<void> {
  photos.voices.close();
  nudity.close();
  await hub.close();
}

/** The site of a tenant, for jobs. Throws when it is unknown; the job is then retried. */
export function siteOfTenant({ sites }: Pick<Services, 'sites'>, tenant: number): Site {
  const site = sites.find(({ id }) => id === tenant);
  if (!site) throw new Error(`Tenant ${tenant} is unknown.`);
  return site;
}
