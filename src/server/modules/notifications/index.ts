// Handlers of contract/notifications: choices of a member, and unsubscribing by link.
import type { notifications } from '#contract/notifications';
import type { Handlers } from '../../context.ts';
import { setQuietHours } from '../../mail/notifications/quiet-hours.ts';
import { enableMails, readNotifications, setPushWanted, setWanted } from '../../mail/notifications/choices.ts';
import { unsubscribe } from '../../mail/notifications/unsubscribe.ts';
import type { Services } from '../../services.ts';

export function notificationHandlers(services: Services): Handlers<typeof notifications> {
  return {
    read: (ctx) => readNotifications(ctx.db, ctx.tenant, ctx.member().id, ctx.now()),
    set: async (ctx, { type, wanted }) => {
      const account = ctx.member().id;
      await setWanted(ctx.db, { tenant: ctx.tenant, account, type, wanted }, ctx.now());
      return readNotifications(ctx.db, ctx.tenant, account, ctx.now());
    },
    setPush: async (ctx, { type, wanted }) => {
      const account = ctx.member().id;
      await setPushWanted(ctx.db, { tenant: ctx.tenant, account, type, push_wanted: wanted });
      return readNotifications(ctx.db, ctx.tenant, account, ctx.now());
    },
    setQuiet: async (ctx, { quiet }) => {
      if (quiet && quiet.from === quiet.to) throw ctx.refuse('invalid', { fields: { 'quiet.to': 'not_allowed' } });
      const account = ctx.member().id;
      await setQuietHours(ctx.db, { tenant: ctx.tenant, account }, quiet);
      ctx.emit({ type: 'user' }, { account });
      return readNotifications(ctx.db, ctx.tenant, account, ctx.now());
    },
    enable: async (ctx) => {
      const account = ctx.member().id;
      await enableMails(ctx.db, ctx.tenant, account);
      ctx.emit({ type: 'user' }, { account });
      return readNotifications(ctx.db, ctx.tenant, account, ctx.now());
    },
    unsubscribe: {
      transactions: 'own',
      handle: async (ctx, { token, all }) => {
        if (!(await unsubscribe(services, ctx.tenant, token, all === 'yes'))) throw ctx.refuse('unknown_link');
        return { unsubscribed: true };
      },
    },
  };
}
