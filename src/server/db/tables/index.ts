// All tables, of which the type of the database is made. Every row belongs to one tenant (a niche's number), and row-level security holds it there.
import { account } from './account.ts';
import { appeal } from './appeal.ts';
import { attemptBudget } from './attempt-budget.ts';
import { auditLog } from './audit-log.ts';
import { block } from './block.ts';
import { chatPicture } from './chat-picture.ts';
import { chatVoice } from './chat-voice.ts';
import { closedMatter } from './closed-matter.ts';
import { complaint } from './complaint.ts';
import { conversation } from './conversation.ts';
import { dailyCount } from './daily-count.ts';
import { dataExport } from './data-export.ts';
import { debitMandate } from './debit-mandate.ts';
import { deletedMessage } from './deleted-message.ts';
import { deletionChange } from './deletion-change.ts';
import { disclosure } from './disclosure.ts';
import { discountCode } from './discount-code.ts';
import { discountUse } from './discount-use.ts';
import { event } from './event.ts';
import { finderAnswers } from './finder-answers.ts';
import { forgottenCard } from './forgotten-card.ts';
import { heldMessage } from './held-message.ts';
import { idempotency } from './idempotency.ts';
import { invoiceCorrection } from './invoice-correction.ts';
import { invoice } from './invoice.ts';
import { ledger } from './ledger.ts';
import { loginFailure } from './login-failure.ts';
import { mailToken } from './mail-token.ts';
import { mailing } from './mailing.ts';
import { memberLike } from './member-like.ts';
import { message } from './message.ts';
import { moderation } from './moderation.ts';
import { notification } from './notification.ts';
import { notificationSweep } from './notification-sweep.ts';
import { partitionRule } from './partition-rule.ts';
import { passkey } from './passkey.ts';
import { passkeyChallenge } from './passkey-challenge.ts';
import { payment } from './payment.ts';
import { pendingSignup } from './pending-signup.ts';
import { photo } from './photo.ts';
import { priceHistory } from './price-history.ts';
import { profile } from './profile.ts';
import { pushSubscription } from './push-subscription.ts';
import { reaction } from './reaction.ts';
import { report } from './report.ts';
import { savedSearch } from './saved-search.ts';
import { scamWord } from './scam-word.ts';
import { selfie } from './selfie.ts';
import { serverSecret } from './server-secret.ts';
import { session } from './session.ts';
import { spendLimit } from './spend-limit.ts';
import { staffAccount } from './staff-account.ts';
import { staffSession } from './staff-session.ts';
import { storedCard } from './stored-card.ts';
import { strayPhoto } from './stray-photo.ts';
import { swipe } from './swipe.ts';
import { trustCount } from './trust-count.ts';
import { unverifiedMail } from './unverified-mail.ts';
import { visit } from './visit.ts';
import { webhookEvent } from './webhook-event.ts';
import { withdrawnLike } from './withdrawn-like.ts';

export const TABLES = {
  account,
  appeal,
  attempt_budget: attemptBudget,
  audit_log: auditLog,
  block,
  chat_picture: chatPicture,
  chat_voice: chatVoice,
  closed_matter: closedMatter,
  complaint,
  conversation,
  daily_count: dailyCount,
  data_export: dataExport,
  debit_mandate: debitMandate,
  deleted_message: deletedMessage,
  deletion_change: deletionChange,
  disclosure,
  discount_code: discountCode,
  discount_use: discountUse,
  event,
  finder_answers: finderAnswers,
  forgotten_card: forgottenCard,
  held_message: heldMessage,
  idempotency,
  invoice,
  invoice_correction: invoiceCorrection,
  ledger,
  login_failure: loginFailure,
  mail_token: mailToken,
  mailing,
  member_like: memberLike,
  message,
  moderation,
  notification,
  notification_sweep: notificationSweep,
  partition_rule: partitionRule,
  passkey,
  passkey_challenge: passkeyChallenge,
  payment,
  pending_signup: pendingSignup,
  photo,
  price_history: priceHistory,
  profile,
  push_subscription: pushSubscription,
  reaction,
  report,
  saved_search: savedSearch,
  scam_word: scamWord,
  selfie,
  server_secret: serverSecret,
  session,
  spend_limit: spendLimit,
  staff_account: staffAccount,
  staff_session: staffSession,
  stored_card: storedCard,
  stray_photo: strayPhoto,
  swipe,
  trust_count: trustCount,
  unverified_mail: unverifiedMail,
  visit,
  webhook_event: webhookEvent,
  withdrawn_like: withdrawnLike,
};

/** The database as Kysely knows it: the rows of each table. */
export type Database = {
  readonly [Name in keyof typeof TABLES]: NonNullable<(typeof TABLES)[Name]['row']>;
};
