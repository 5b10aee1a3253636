// Handlers of contract/settings: what the page shows, privacy, password, e-mail address, sessions.
import type { Privacy, Settings, settings } from '#contract/settings';
import type { Ctx, Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';
import { cancelEmailChange, changeEmail, finishEmailChange } from './email.ts';
import { readExport, requestExport } from './export.ts';
import { changePassword } from './password.ts';
import { endSessions, listSessions } from './sessions.ts';

export function settingsHandlers(services: Services): Handlers<typeof settings> {
  return {
    read,
    setPrivacy,
    changePassword: { transactions: 'staged', handle: (ctx) => changePassword(services, ctx) },
    changeEmail: { transactions: 'staged', handle: (ctx) => changeEmail(services, ctx) },
    cancelEmailChange,
    finishEmailChange: (ctx, { token }) => finishEmailChange(services, ctx, token),
    requestExport: { transactions: 'staged', handle: (ctx) => requestExport(services, ctx) },
    readExport,
    sessions: listSessions,
    endSessions,
  };
}

async function read(ctx: Ctx): Promise<{ settings: Settings }> {
  const row = await ctx.db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'a.tenant').onRef('p.id', '=', 'a.id'))
    .select(['a.email', 'a.new_email', 'a.new_email_until', 'p.visible', 'p.show_to_visitors'])
    .select(['a.accepted_terms_at', 'a.consented_at', 'a.consent_withdrawn_at', 'a.quick_exit'])
    .where('a.tenant', '=', ctx.tenant)
    .where('a.id', '=', ctx.member().id)
    .executeTakeFirstOrThrow();
  const { accepted_terms_at: terms, consented_at: consent, consent_withdrawn_at: withdrawn, ...others } = row;
  const { new_email, new_email_until: until, ...rest } = others;
  return {
    settings: {
      ...rest,
      pending_email: until && until > ctx.now() ? new_email : null,
      accepted_terms_at: terms?.toISOString() ?? null,
      consented_at: consent?.toISOString() ?? null,
      consent_withdrawn_at: withdrawn?.toISOString() ?? null,
    },
  };
}

async function setPrivacy(ctx: Ctx, { visible, show_to_visitors, quick_exit }: Privacy): Promise<null> {
  const changes = {
    ...(visible === undefined ? {} : { visible }),
    ...(show_to_visitors === undefined ? {} : { show_to_visitors }),
  };
  const { tenant, db } = ctx;
  const { id } = ctx.member();
  const isProfile = Object.keys(changes).length > 0;
  if (isProfile)
    await db.updateTable('profile').set(changes).where('tenant', '=', tenant).where('id', '=', id).execute();
  if (quick_exit !== undefined)
    await db.updateTable('account').set({ quick_exit }).where('tenant', '=', tenant).where('id', '=', id).execute();
  if (!isProfile && quick_exit === undefined) return null;
  ctx.emit({ type: 'user' }, { account: id });
  return null;
}
