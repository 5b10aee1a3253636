// Background jobs: every kind there is, the work on them, and the daily deletion of what has expired.
import * as z from 'zod/mini';
import type { Site } from '#site/load';
import { forgetExpiredNewEmails } from './auth/new-email.ts';
import { deleteExpiredUnconfirmed } from './auth/unconfirmed-account.ts';
import { deleteExpired } from './db/delete-expired.ts';
import { rotatePartitions } from './db/partitions.ts';
import { eachInTurn } from './each-in-turn.ts';
import { countGivenUp, type GivenUp } from './given-up-jobs.ts';
import { activationMail, owedActivationMail } from './mail/activation.ts';
import { deletionRecord, oldDeletions } from './auth/deletion-record.ts';
import { eraseDeleted } from './auth/erase-account.ts';
import { endDueSuspensions } from './auth/suspension.ts';
import { appealMail, appealOutcome, appealReceipt } from './mail/appeal.ts';
import { complaintMail, complaintReceipt } from './mail/complaint.ts';
import { dataExport } from './export/make-export.ts';
import { exportReadyMail } from './mail/export-ready.ts';
import { emailAskedMail, emailChangedMail, emailLinkMail, emailUndoneMail } from './mail/email-change.ts';
import { deletionMail } from './mail/deletion.ts';
import { mailDeletion } from './mail/mail-deletion.ts';
import { knownAddressMail } from './mail/known-address.ts';
import { dailySweep } from './mail/notifications/sweep-daily.ts';
import { eventSweep } from './mail/notifications/sweep-events.ts';
import { mailingJob } from './mail/notifications/mailing.ts';
import { notificationMail } from './mail/notifications/notification-mail.ts';
import { photoAvif } from './media/avif-photo.ts';
import { oldPreviews } from './media/old-previews.ts';
import { photoCleanup } from './media/stray-photos.ts';
import { loginMail, loginMailAsked } from './mail/login-mail.ts';
import { passkeyAddedMail } from './mail/passkey-added.ts';
import { passwordChangedMail, passwordResetAsked, passwordResetMail } from './mail/password-reset.ts';
import { photoRejectedMail } from './mail/photo-rejected.ts';
import { correctionMail, invoiceCorrection } from './mail/correction.ts';
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
import { priceRecord } from './payments/price-history.ts';
import { startReconciling } from './payments/reconcile.ts';
import { signupByMail } from './modules/signup/join-by-mail.ts';
import { unopenedReturn } from './modules/chats/return-unopened.ts';
import { deleteUnseenFiles } from './modules/chats/unseen-files.ts';
import { paidRecheck } from './payments/recheck-paid.ts';
import { deleteDecidedReports } from './modules/safety/decided-reports.ts';
import { judgedSelfies } from './modules/selfies/decide-selfie.ts';
import { trustCount } from './modules/trust/count.ts';
import {
  type AnyKind,
  DAILY,
  EVERY_FIVE_MINUTES,
  HOURLY,
  jobKind,
  type OpenQueue,
  openQueue,
  updateSchedules,
} from './queue.ts';
import { runJob } from './run-job.ts';
import type { Services } from './services.ts';

export interface Jobs {
  readonly queue: OpenQueue;
  /** Starts to work on what is queued, now and from now on. */
  work(services: Services, sites: readonly Site[]): Promise<void>;
  givenUp(): Promise<readonly GivenUp[]>;
  stop(): Promise<void>;
}

/** Seconds between two looks for a new job. */
const LOOK_EVERY = 1;
/** Jobs of one kind taken at once. */
const TOGETHER = 10;

const purgeExpired = jobKind({
  name: 'purge',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: DAILY, runsFor: 'each brand and staff' },
  run: (services, { tenant }) => purgeTenant(services, tenant),
});

const ledgerCheck = jobKind({
  name: 'check_ledger',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: DAILY },
  run: (services, { tenant }) => checkLedger(services, tenant),
});

/** All tenants share the partitions, so one job is enough. Hourly: a day's partition is there in time even when several runs fail. */
const partitionRotation = jobKind({
  name: 'rotate_partitions',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: HOURLY, runsFor: 'all brands at once', atStart: true },
  run: ({ database }, { tenant }) => rotatePartitions(database, tenant),
});

/** The address is free, and the privacy page's promise kept, from the moment that logins and joining name. */
export const erasure = jobKind({
  name: 'erase_deleted',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: ({ database, now }, { tenant }) => eraseDeleted(database, tenant, now()),
});

/** A member who was told an end finds the account open then. */
const suspensionEnd = jobKind({
  name: 'end_suspensions',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: ({ database, now }, { tenant }) => endDueSuspensions(database, tenant, now()),
});

/** Every kind of job there is. */
export const JOB_KINDS: readonly AnyKind[] = [
  purgeExpired,
  partitionRotation,
  mailDeletion,
  ledgerCheck,
  activationMail,
  owedActivationMail,
  deletionMail,
  dataExport,
  exportReadyMail,
  erasure,
  deletionRecord,
  oldDeletions,
  emailAskedMail,
  emailChangedMail,
  emailLinkMail,
  emailUndoneMail,
  loginMail,
  loginMailAsked,
  passkeyAddedMail,
  passwordChangedMail,
  passwordResetAsked,
  passwordResetMail,
  signupByMail,
  suspensionEnd,
  judgedSelfies,
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
  invoiceCorrection,
  correctionMail,
  withdrawalMail,
  withdrawalRefund,
  dueRefunds,
  paidRecheck,
  priceRecord,
  cardForgetting,
  eventSweep,
  dailySweep,
  notificationMail,
  mailingJob,
  photoCleanup,
  photoAvif,
  oldPreviews,
  photoRejectedMail,
  pushJob,
  debitCodeMessage,
  trustCount,
  unopenedReturn,
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
    givenUp: () => countGivenUp(database),
    async stop() {
      await Promise.all([reconciling?.stop(), queue.stop()]);
    },
  };
}

async function work(queue: OpenQueue, services: Services, sites: readonly Site[]): Promise<void> {
  const options = {
    pollingIntervalSeconds: LOOK_EVERY,
    batchSize: TOGETHER,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
  } as const;
  for (const kind of JOB_KINDS)
    await queue.boss.work(kind.name, options, (jobs) =>
      Promise.all(jobs.map(async (job) => ({ id: job.id, ...(await runJob(kind, services, job)) }))),
    );
  const tenants = (of: readonly Site[]): number[] => of.map(({ id }) => id);
  await updateSchedules(queue, JOB_KINDS, tenants(sites), tenants(services.sites));
}

/** What the daily job does for a tenant; a step that fails keeps no other from being done. */
export async function purgeTenant(
  { database, now }: Pick<Services, 'database' | 'now'>,
  tenant: number,
): Promise<void> {
  const steps = [
    () => deleteExpired(database, tenant, now()),
    () => forgetExpiredNewEmails(database, tenant, now()),
    () => deleteDecidedReports(database, tenant, now()),
    () => deleteExpiredUnconfirmed(database, tenant, now),
    () => deleteUnseenFiles(database, tenant),
  ];
  await eachInTurn(steps, (step) => step());
}
