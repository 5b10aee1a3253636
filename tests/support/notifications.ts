// Notification mails in tests: the scheduled jobs, run by hand.
import { dailySweep } from '#server/mail/notifications/sweep-daily';
import { eventSweep } from '#server/mail/notifications/sweep-events';
import type { Mail } from '#server/mail/index';
import type { MadeMember } from './members.ts';
import { type CallAnswer, siteAt, type TestServer } from './server.ts';

const tenant = siteAt(0).id;

/** Runs a sweep and the mails it adds; returns the mails that went out to an address. */
async function sweep(server: TestServer, kind: typeof eventSweep | typeof dailySweep, to: string): Promise<Mail[]> {
  const before = server.mails.length;
  await kind.start(server.app.services, { tenant });
  await server.runJobs();
  return server.mails.slice(before).filter((mail) => mail.to === to);
}

export const sweepNews = (server: TestServer, to: string): Promise<Mail[]> => sweep(server, eventSweep, to);
export const sweepDay = (server: TestServer, to: string): Promise<Mail[]> => sweep(server, dailySweep, to);

/** Brings a member back, as any call does that records activity. */
export const comeBack = (server: TestServer, { id }: { id: string }): Promise<unknown> =>
  server.database.inTenant(tenant, (db) =>
    db.updateTable('profile').set({ last_active: server.now() }).where('id', '=', id).execute(),
  );

/** The token of a mail's one-click address. */
export const tokenOf = (mail: Mail | undefined): string =>
  new URL(mail?.unsubscribe ?? 'https://none.example').searchParams.get('token') ?? '';

export const subjects = (mails: readonly Mail[]): string[] => mails.map(({ subject }) => subject);

/** Two members who match, the first with a finished profile, on a clock that stands. */
export async function pair(server: TestServer): Promise<{ me: MadeMember; other: MadeMember }> {
  server.holdClock();
  return {
    me: await server.member({ credits: 5, photos: [{}] }),
    other: await server.member({ gender: 'male', credits: 30, paid_user: true }),
  };
}

export const set = (server: TestServer, as: MadeMember, type: string, wanted: boolean): Promise<CallAnswer> =>
  server.call('/api/notifications.php', { method: 'PUT', json: { type, wanted }, as });

export const like = (server: TestServer, as: MadeMember, id: string): Promise<CallAnswer> =>
  server.call('/api/like.php', { method: 'PUT', json: { id }, as });

export const change = (
  server: TestServer,
  table: 'account' | 'profile',
  { id }: { id: string },
  values: object,
): Promise<unknown> =>
  server.database.inTenant(tenant, (db) => db.updateTable(table).set(values).where('id', '=', id).execute());
