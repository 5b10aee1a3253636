// All open streams of an account end with its sessions, in every process and by every way to end them: by the event, not by a later check.
import type { Server } from 'node:http';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type App, createApp } from '#server/app';
import { cookieIn, freshIp, mailedToken } from '../support/joining.ts';
import type { MadeMember } from '../support/members.ts';
import { operate } from '../support/operator.ts';
import { type CallOptions, figure, onBothEngines, siteAt, type TestServer } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';
import { eventsIn, listen, openConnection, openTab } from '../support/tabs.ts';
import { within } from '../support/eventually.ts';

const MEMBERS = figure(10, 1);
/** As many as an account may have. */
const STREAMS = 10;
const NEW = 'purple lanterns over water';

/** Another process, in which neither the sweep of events nor the check of sessions ever runs. */
async function withoutChecks(server: TestServer): Promise<{ app: App; http: Server }> {
  const timers = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined));
  const app = await createApp({ ...server.app.services, formPage: undefined as never });
  timers.mockRestore();
  const http = await listen(app.fetch);
  onTestFinished(async () => {
    http.closeAllConnections();
    http.close();
    await app.close();
  });
  return { app, http };
}

onBothEngines('ended streams', (server) => {
  let moderator: MadeStaff;
  beforeAll(async () => void (moderator = await addStaff(server(), 'moderator')));
  type Call = (path: string, options: CallOptions) => Promise<{ readonly status: number }>;

  const endings: [string, (member: MadeMember, call: Call) => Promise<unknown>][] = [
    [
      'E7: the member deletes the account',
      async (member, call) => {
        const json = { password: member.password, reason: 'other', remarks: '' };
        expect((await call('/api/account.php', { method: 'DELETE', json, as: member })).status).toBe(200);
      },
    ],
    [
      'SA4: staff suspend the member in the console',
      async ({ id }) => {
        const until = new Date(server().now().getTime() + 86_400_000).toISOString();
        const measure = { action: 'suspend', rule: 'hate', until };
        const input = { brand: siteAt(0).folder, id, measure, reason: 'As our rules say' };
        expect((await staffCall(server(), 'members.decide', input, { as: moderator })).status).toBe(204);
      },
    ],
    [
      'SA4: an operator bans the member on the command line',
      ({ id }) => operate(server(), `member ban ${id} --as Kim --because scam`),
    ],
    [
      'AU20: a mailed link sets a new password',
      async (member, call) => {
        await call('/api/password-reset.php', { json: { email: member.email }, ip: freshIp() });
        const json = { token: await mailedToken(server(), member.email), password: NEW, password_again: NEW };
        expect((await call('/api/password-reset-do.php', { json, ip: freshIp() })).status).toBe(200);
      },
    ],
  ];

  test.each(endings)('C7 %s, and all open streams end before any check of sessions', async (_, end) => {
    const { app, http } = await withoutChecks(server());
    const call: Call = (path, options) => server().callApp(app, path, options);
    const bystander = await openTab(http, await server().member());
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => server().member()));
    const open = async (member: MadeMember) => {
      const json = { email: member.email, password: member.password };
      const second = cookieIn(await server().call('/api/user.php', { json, ip: freshIp() }));
      const logins = Array.from({ length: STREAMS }, (__, at) => (at % 2 === 0 ? member : second));
      return { member, second, tabs: await Promise.all(logins.map((login) => openTab(http, login))) };
    };
    const opened = await Promise.all(members.map(open));
    expect(app.services.hub.size).toBe(MEMBERS * STREAMS + 1);
    for (const { member } of opened) await end(member, call);
    await within(60_000, Promise.all(opened.flatMap(({ tabs }) => tabs.map(({ ended }) => ended))));
    for (const tab of opened.flatMap(({ tabs }) => tabs))
      expect(eventsIn(tab)).toEqual([expect.objectContaining({ type: 'logout' })]);
    expect([app.services.hub.size, eventsIn(bystander)]).toEqual([1, []]);
    for (const as of opened.flatMap(({ member, second }) => [member, second]))
      expect((await openConnection(http, as)).status).toBe(403);
    bystander.close();
  });
});
