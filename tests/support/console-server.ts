// A backend of its own with a day's work for staff, for one browser test: prints where it is and ends with its standard input.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { openHttpServer } from '#server/http/node-server';
import { openConsole } from '#server/staff/console-pages';
import { readConfig } from '#server/config/index';
import { noticeOf, notify } from './fake-provider.ts';
import { appealTokenIn } from './operator.ts';
import { buy } from './payments.ts';
import { siteAt, startTestServer } from './server.ts';
import { addStaff, inviteOnCommandLine, STAFF_PASSWORD, staffCall } from './staff.ts';

export interface ConsolePlace {
  readonly origin: string;
  readonly brand: string;
  readonly password: string;
  readonly owner: { readonly email: string; readonly secret: string };
  readonly support: { readonly email: string; readonly secret: string };
  /** Of an invitation that waits. */
  readonly invitation: { readonly email: string; readonly token: string };
  readonly payer: { readonly email: string; readonly name: string };
  /** What the payer's order cost, as the console writes it. */
  readonly revenue: string;
}

const PHOTOS = 20;
const REPORTS = 5;

const config = readConfig({ NODE_ENV: 'test' });
const server = await startTestServer(
  { kind: 'memory' },
  { consolePages: openConsole(join(process.cwd(), 'dist'), config) },
);
const site = siteAt(0);
const owner = await addStaff(server, 'owner');
const support = await addStaff(server, 'support');
const moderator = await addStaff(server, 'moderator');

for (let number = 0; number < PHOTOS; number += 1)
  await server.member({ photos: [{ status: 'pending', private: number % 5 === 0 }] }, siteAt(number % 2));

for (let number = 0; number < REPORTS; number += 1) {
  const [me, other] = [await server.member(), await server.member({ name: `Reported ${number}` })];
  const json = { profile: other.id, category: 'scam', text: `Asked for money ${number}.` };
  await server.call('/api/report.php', { json, as: me });
}

const suspended = await server.member({ name: 'Suspended Sam' });
const until = new Date(server.now().getTime() + 7 * 86_400_000).toISOString();
const measure = { action: 'suspend', rule: 'hate', until };
const about = { brand: site.folder, id: suspended.id, reason: 'As our rules say' };
await staffCall(server, 'members.decide', { ...about, measure }, { as: moderator });
await server.runJobs();
const mail = server.mails.find(({ to }) => to === suspended.email);
await server.call('/api/appeal.php', { json: { token: appealTokenIn(mail?.text), text: 'I never wrote that.' } });

const payer = await server.member({ name: 'Paying Pat', credits: 5 });
const order = await buy(server, payer, '15');
await notify(server, site.id, noticeOf(order, 'paid'));

const json = { email: payer.email, subject: 'else', text: 'Something went wrong.' };
await server.call('/api/complaint.php', { json, as: payer });

const invited = 'new.colleague@staff.example';
const token = await inviteOnCommandLine(server, invited, 'moderator');
const listener = openHttpServer(getRequestListener(server.app.fetch, { autoCleanupIncoming: false }));
listener.listen(0, '127.0.0.1', () => {
  const place: ConsolePlace = {
    revenue: new Intl.NumberFormat('en-GB', { style: 'currency', currency: order.currency }).format(order.amount / 100),
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    ...{ brand: site.folder, password: STAFF_PASSWORD, payer: { email: payer.email, name: payer.name } },
    owner: { email: owner.email, secret: owner.secret },
    support: { email: support.email, secret: support.secret },
    invitation: { email: invited, token },
  };
  console.log(JSON.stringify(place));
});
process.stdin.on('close', () => process.exit(0)).resume();
