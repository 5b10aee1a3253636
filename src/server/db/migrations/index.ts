// The migrations in their order, and the row-level security each of them ends with.
import { sql, type Kysely } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { APP_ROLE } from '../app-role.ts';
import type { Db } from '../index.ts';
import { IS_SECURED, TENANT_TABLES } from '../row-security.ts';
import { foundation } from './0001-foundation.ts';
import { business } from './0002-business.ts';
import { signup } from './0003-signup.ts';
import { visitors } from './0004-visitors.ts';
import { cheaperWrites } from './0005-cheaper-writes.ts';
import { pairIndex } from './0006-pair-index.ts';
import { freshAges } from './0007-fresh-ages.ts';
import { consent } from './0008-consent.ts';
import { dayPartitions } from './0009-day-partitions.ts';
import { messageMonths } from './0010-message-months.ts';
import { ledgerVersions } from './0011-ledger-versions.ts';
import { identity } from './0012-identity.ts';
import { paymentsReachable } from './0013-payments-reachable.ts';
import { signupMember } from './0014-signup-member.ts';
import { withdrawal } from './0015-withdrawal.ts';
import { safety } from './0016-safety.ts';
import { passwordReset } from './0017-password-reset.ts';
import { settings } from './0018-settings.ts';
import { deletion } from './0019-deletion.ts';
import { notifications } from './0020-notifications.ts';
import { consentWithdrawal } from './0021-consent.ts';
import { profile } from './0022-profile.ts';
import { signupSteps } from './0023-signup-steps.ts';
import { photos } from './0024-photos.ts';
import { account } from './0026-account.ts';
import { talks } from './0027-talks.ts';
import { discounts } from './0028-discounts.ts';
import { discovery } from './0029-discovery.ts';
import { push } from './0030-push.ts';
import { passkeys } from './0031-passkeys.ts';
import { chatPictures } from './0032-chat-pictures.ts';
import { directDebit } from './0034-direct-debit.ts';
import { forgottenCards } from './0036-forgotten-cards.ts';
import { decisions } from './0038-decisions.ts';
import { deletedMessages } from './0039-deleted-messages.ts';
import { photoArriving } from './0040-photo-arriving.ts';
import { quietHours } from './0042-quiet-hours.ts';
import { quickExit } from './0043-quick-exit.ts';
import { photoFiles } from './0044-photo-files.ts';
import { chatClaims } from './0049-chat-claims.ts';
import { notificationWays } from './0050-notification-ways.ts';
import { staff } from './0051-staff.ts';
import { closedMatters } from './0052-closed-matters.ts';
import { savedSearches } from './0053-saved-searches.ts';
import { figures } from './0054-figures.ts';
import { spendLimits } from './0059-spend-limits.ts';
import { newEmail } from './0062-new-email.ts';
import { webhookSecret } from './0063-webhook-secret.ts';
import { mailAfter } from './0064-mail-after.ts';
import { loginMail } from './0065-login-mail.ts';
import { activationLinks } from './0066-activation-links.ts';
import { fileClaims } from './0068-file-claims.ts';
import { recheckPaid } from './0069-recheck-paid.ts';
import { replies } from './0070-replies.ts';
import { newestMembers } from './0072-newest-members.ts';
import { pendingSignups } from './0073-pending-signups.ts';
import { privatePhotos } from './0074-private-photos.ts';
import { photoMarks } from './0075-photo-marks.ts';
import { firstContacts } from './0076-first-contacts.ts';
import { invoices } from './0078-invoices.ts';
import { priceHistory } from './0079-price-history.ts';
import { returnedCredits } from './0080-returned-credits.ts';
import { pushClaims } from './0082-push-claims.ts';
import { deletionChanges } from './0084-deletion-changes.ts';
import { selfies } from './0085-selfies.ts';
import { chatVoices } from './0087-chat-voices.ts';
import { invoiceCorrections } from './0090-invoice-corrections.ts';
import { revealingPictures } from './0091-revealing-pictures.ts';
import { verifiedSearch } from './0093-verified-search.ts';
import { shownSearch } from './0094-shown-search.ts';
import { likePages } from './0103-like-pages.ts';
import { pushRefusals } from './0106-push-refusals.ts';

export { APP_ROLE };

/** Name → statements. A published migration never changes; the next one gets the next number. */
const migrations: Readonly<Record<string, readonly string[]>> = {
  '0001-foundation': foundation,
  '0002-business': business,
  '0003-signup': signup,
  '0004-visitors': visitors,
  '0005-cheaper-writes': cheaperWrites,
  '0006-pair-index': pairIndex,
  '0007-fresh-ages': freshAges,
  '0008-consent': consent,
  '0009-day-partitions': dayPartitions,
  '0010-message-months': messageMonths,
  '0011-ledger-versions': ledgerVersions,
  '0012-identity': identity,
  '0013-payments-reachable': paymentsReachable,
  '0014-signup-member': signupMember,
  '0015-withdrawal': withdrawal,
  '0016-safety': safety,
  '0017-password-reset': passwordReset,
  '0018-settings': settings,
  '0019-deletion': deletion,
  '0020-notifications': notifications,
  '0021-consent': consentWithdrawal,
  '0022-profile': profile,
  '0023-signup-steps': signupSteps,
  '0024-photos': photos,
  '0026-account': account,
  '0027-talks': talks,
  '0028-discounts': discounts,
  '0029-discovery': discovery,
  '0030-push': push,
  '0031-passkeys': passkeys,
  '0032-chat-pictures': chatPictures,
  '0034-direct-debit': directDebit,
  '0036-forgotten-cards': forgottenCards,
  '0038-decisions': decisions,
  '0039-deleted-messages': deletedMessages,
  '0040-photo-arriving': photoArriving,
  '0042-quiet-hours': quietHours,
  '0043-quick-exit': quickExit,
  '0044-photo-files': photoFiles,
  '0049-chat-claims': chatClaims,
  '0050-notification-ways': notificationWays,
  '0051-staff': staff,
  '0052-closed-matters': closedMatters,
  '0053-saved-searches': savedSearches,
  '0054-figures': figures,
  '0059-spend-limits': spendLimits,
  '0062-new-email': newEmail,
  '0063-webhook-secret': webhookSecret,
  '0064-mail-after': mailAfter,
  '0065-login-mail': loginMail,
  '0066-activation-links': activationLinks,
  '0068-file-claims': fileClaims,
  '0069-recheck-paid': recheckPaid,
  '0070-replies': replies,
  '0072-newest-members': newestMembers,
  '0073-pending-signups': pendingSignups,
  '0074-private-photos': privatePhotos,
  '0075-photo-marks': photoMarks,
  '0076-first-contacts': firstContacts,
  '0078-invoices': invoices,
  '0079-price-history': priceHistory,
  '0080-returned-credits': returnedCredits,
  '0082-push-claims': pushClaims,
  '0084-deletion-changes': deletionChanges,
  '0085-selfies': selfies,
  '0087-chat-voices': chatVoices,
  '0090-invoice-corrections': invoiceCorrections,
  '0091-revealing-pictures': revealingPictures,
  '0093-verified-search': verifiedSearch,
  '0094-shown-search': shownSearch,
  '0103-like-pages': likePages,
  '0106-push-refusals': pushRefusals,
};

export const provider: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(Object.entries(migrations).map(([name, statements]) => [name, migration(statements)])),
    ),
};

/** Names of the migrations that have not run; changes nothing. */
export async function pendingMigrations(db: Db): Promise<readonly string[]> {
  const all = await new Migrator({ db, provider }).getMigrations();
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

function migration(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [CHECK_AT_ONCE, CREATE_ROLE, ...statements, SECURE_TABLES, ADD_ONLY, USE_SCHEMA])
        await sql.raw(statement).execute(db);
    },
  };
}

/** A table cannot be altered while a row of it waits for a deferred check, which all migrations would leave to their one commit. */
const CHECK_AT_ONCE = `set constraints all immediate`;

/** Another start may be making the role at the same moment, and a login may lack the right: then it must exist already. */
const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
    begin
      create role ${APP_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$`;

/**
 * Makes every table with a tenant column show and take only rows of the tenant that is set; with none set, none. The app role has
 * no grants on partitions, which are left out. A table that is secured already is not altered again, since that would wait for all its
 * readers; a grant waits for none.
 */
const SECURE_TABLES = `do $$ declare t text; is_secured boolean; begin
  for t, is_secured in select c.relname, ${IS_SECURED}
    from ${TENANT_TABLES}
  loop
    if not is_secured then
      execute format('alter table %I enable row level security', t);
      execute format('alter table %I force row level security', t);
      execute format('drop policy if exists own_tenant on %I', t);
      execute format('create policy own_tenant on %I using (tenant = nullif(current_setting(''app.tenant'', true), '''')::smallint)
        with check (tenant = nullif(current_setting(''app.tenant'', true), '''')::smallint)', t);
    end if;
    execute format('grant select, insert, update, delete on %I to ${APP_ROLE}', t);
  end loop;
end $$`;

/** What was booked and invoiced, what providers reported and what staff did is only ever added to. */
const ADD_ONLY = `do $$ declare t text; begin
  foreach t in array array['ledger', 'webhook_event', 'audit_log', 'invoice', 'invoice_correction'] loop
    if to_regclass(t) is not null then
      execute format('revoke update, delete, truncate on %I from ${APP_ROLE}', t);
    end if;
  end loop;
end $$`;

const USE_SCHEMA = `grant usage on schema public to ${APP_ROLE}`;
