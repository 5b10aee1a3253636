// Background jobs: a queue on the same database, and the daily deletion of what has expired.
import * as z from 'zod/mini';
import type { Site } from '#site/load';
import { DELETION_DAYS } from '#domain/limits';
import { STAFF_TENANT } from '#domain/staff';
import { forgetExpiredNewEmails } from './auth/new-email.ts';
import { deleteExpiredUnconfirmed } from './auth/unconfirmed-account.ts';
import { deleteExpired } from './db/delete-expired.ts';
import { describeError } from './db/errors.ts';
import { rotatePartitions } from './db/partitions.ts';
import { activationMail } from './mail/activation.ts';
import { eraseDeleted } from './auth/erase-account.ts';
import { endDueSuspensions } from './auth/suspension.ts';
import { appealMail, appealOutcome, appealReceipt } from './mail/appeal.ts';
import { complaintMail, complaintReceipt } from './mail/complaint.ts';
import { dataExport } from './export/make-export.ts';
import { exportReadyMail } from './mail/export-ready.ts';
import { emailAskedMail, emailChangedMail, emailLinkMail } from './mail/email-change.ts';
import { deletionMail } from './mail/deletion.ts';
import { deleteStoredMail } from './mail/index.ts';
import { knownAddressMail } from './mail/known-address.ts';
import { dailySweep } from './mail/notifications/sweep-daily.ts';
import { eventSweep } from './mail/notifications/sweep-events.ts';
import { mailingJob } from './mail/notifications/mailing.ts';
import { notificationMail } from './mail/notifications/notification-mail.ts';
import { photoCleanup } from './media/stray-photos.ts';
import { loginMail } from './mail/login-mail.ts';
import { passwordChangedMail, passwordResetMail } from './mail/password-reset.ts';
import { photoRejectedMail } from './mail/photo-rejected.ts';
import { purchaseMail } from './mail/purchase.ts';
import { debitCodeMessage } from './sms/debit-code.ts';
import { reportMail, reportOutcome, reportReceipt } from './mail/report.ts';
import { statementMail } from './mail/statement.ts';
import { withdrawalMail } from './mail/withdrawal.ts';
import { pushJob } from './push/send.ts';
import { cardForgetting } from './payments/forget-cards.ts';
import { paidDelivery } from './payments/deliver-paid.ts';
import { checkLedger } from './payments/ledger-gaps.ts';
import { dueRefunds, withdrawalRefund } from './payments/refund-withdrawal.ts';
import { startReconciling } from './payments/reconcile.ts';
import { trustCount } from './modules/trust/count.ts';
import { type AnyKind, jobKind, type OpenQueue, openQueue } from './queue.ts';
import type { Services } from './services.ts';

export interface Jobs {
  readonly queue: OpenQueue;
  /** Starts to work on what is queued, now and from now on. */
  work(services: Services, sites: readonly Site[]): Promise<void>;
  stop(): Promise<void>;
}

const DAILY = '17 3 * * *';
/** Often enough that a day's partition is there in time even when several runs fail. */
const HOURLY = '7 * * * *';
/** A time at which members in Europe and America are awake. */
const DAILY_MAIL = '0 16 * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** Seconds between two looks for a new job. */
const LOOK_EVERY = 1;
/** Jobs of one kind taken at once. */
const TOGETHER = 10;

const purgeExpired = jobKind({
  name: 'purge',
  data: z.strictObject({ tenant: z.int() }),
  run: (services, { tenant }) => purgeTenant(services, tenant),
});

const ledgerCheck = jobKind({
  name: 'check_ledger',
  data: z.strictObject({ tenant: z.int() }),
  run: (services, { tenant }) => checkLedger(services, tenant),
});

/** All tenants share the partitions, so one tenant's job is enough. */
const partitionRotation = jobKind({
  name: 'rotate_partitions',
  data: z.strictObject({ tenant: z.int() }),
  run: ({ database }, { tenant }) => rotatePartitions(database, tenant),
});

/** Hourly, because the privacy page promises the day of the erasure. */
export const erasure = jobKind({
  name: 'erase_deleted',
  data: z.strictObject({ tenant: z.int() }),
  run: ({ database, now }, { tenant }) => eraseDeleted(database, tenant, now()),
});

/**
 * All tenants share the folder of the development mailbox. A mail in it goes after as many days as a deleted account is kept, so none is
 * left of an account that has been erased.
 */
export const mailDeletion = jobKind({
  name: 'delete_stored_mail',
  data: z.strictObject({ tenant: z.int() }),
  run: ({ config, now }) => deleteStoredMail(config.dataDir, new Date(now().getTime() - DELETION_DAYS * 86_400_000)),
});

/** A member who was told an end finds the account open then. */
const suspensionEnd = jobKind({
  name: 'end_suspensions',
  data: z.strictObject({ tenant: z.int() }),
  run: ({ database, now }, { tenant }) => endDueSuspensions(database, tenant, now()),
});

/** What runs for every tenant, and when (UTC). */
const SCHEDULE: readonly (readonly [AnyKind, cron: string])[] = [
  [purgeExpired, DAILY],
  [ledgerCheck, DAILY],
  [dueRefunds, DAILY],
  [erasure, HOURLY],
  [trustCount, HOURLY],
  [suspensionEnd, EVERY_FIVE_MINUTES],
  [photoCleanup, EVERY_FIVE_MINUTES],
  [cardForgetting, EVERY_FIVE_MINUTES],
  [eventSweep, EVERY_FIVE_MINUTES],
  [dailySweep, DAILY_MAIL],
];

/** What runs hourly, and at the start, for all tenants at once. */
const SHARED: readonly AnyKind[] = [partitionRotation, mailDeletion];

/** Every kind of job there is. */
export const JOB_KINDS: readonly AnyKind[] = [
  purgeExpired,
  partitionRotation,
  mailDeletion,
  ledgerCheck,
  activationMail,
  deletionMail,
  dataExport,
  exportReadyMail,
  erasure,
  emailAskedMail,
  emailChangedMail,
  emailLinkMail,
  loginMail,
  passwordChangedMail,
  passwordResetMail,
  suspensionEnd,
  statementMail,
  reportMail,
  reportReceipt,
  reportOutcome,
  appealMail,
  appealReceipt,
  appealOutcome,
  knownAddressMail,
  complaintMail,
  complaintReceipt,
  paidDelivery,
  purchaseMail,
  withdrawalMail,
  withdrawalRefund,
  dueRefunds,
  cardForgetting,
  eventSweep,
  dailySweep,
  notificationMail,
  mailingJob,
  photoCleanup,
  photoRejectedMail,
  pushJob,
  debitCodeMessage,
  trustCount,
];

/** Opens the queue; nothing runs before `work`. */
export async function openJobs({ database, log }: Pick<Services, 'database' | 'log'>): Promise<Jobs> {
  const queue = await openQueue(database, log, JOB_KINDS);
  let reconciling: { stop(): Promise<void> } | null = null;
  return {
    queue,
    async work(services, sites) {
      await work(queue, services, sites);
      reconciling = startReconciling(services, sites);
    },
    async stop() {
      await Promise.all([reconciling?.stop(), queue.stop()]);
    },
  };
}

async function work({ boss }: OpenQueue, services: Services, sites: readonly Site[]): Promise<void> {
  const options = {
    pollingIntervalSeconds: LOOK_EVERY,
    batchSize: TOGETHER,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  for (const kind of JOB_KINDS)
    await boss.work(kind.name, options, (jobs) =>
      Promise.all(jobs.map(async ({ id, data }) => ({ id, ...(await outcome(kind, services, data)) }))),
    );
  for (const { id } of sites)
    for (const [{ name }, cron] of SCHEDULE)
      await boss.schedule(name, cron, { tenant: id }, { key: String(id), tz: 'UTC' });
  // A new brand has its numbers at once.
  for (const { id } of sites) await boss.send(trustCount.name, { tenant: id });
  await boss.schedule(purgeExpired.name, DAILY, { tenant: STAFF_TENANT }, { key: String(STAFF_TENANT), tz: 'UTC' });
  const [first] = sites;
  if (!first) return;
  for (const { name } of SHARED) {
    await boss.schedule(name, HOURLY, { tenant: first.id }, { tz: 'UTC' });
    await boss.send(name, { tenant: first.id });
  }
}

/** Runs one job; a failure is logged, and the queue tries again later. */
async function outcome(kind: AnyKind, services: Services, data: unknown): Promise<{ status: 'completed' | 'failed' }> {
  try {
    await kind.start(services, data);
    return { status: 'completed' };
  } catch (error) {
    services.log.error({ route: `job.${kind.name}`, error: describeError(error) }, 'job failed');
    return { status: 'failed' };
  }
}

/** What the daily job does for a tenant. */
export async function purgeTenant(
  { database, now }: Pick<Services, 'database' | 'now'>,
  tenant: number,
): Promise<void> {
  await deleteExpired(database, tenant, now());
  await forgetExpiredNewEmails(database, tenant, now());
  await deleteExpiredUnconfirmed(database, tenant, now);
}
