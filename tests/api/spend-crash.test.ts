// Everything that is paid in chats, with lost answers and a server that is killed: what was answered is there once and paid once, and nothing else
// was taken.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { giftPrice } from '#domain/gifts';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { openPhotoFiles, photoFolder } from '#server/media/photo-files';
import { openPhotoStore } from '#server/media/photo-store';
import { photoCleanup } from '#server/media/stray-photos';
import type { Services } from '#server/services';
import { type CrashingServer, fromPage, pause, post, startCrashingServer } from '../support/crashing-server.ts';
import { freshDatabase } from '../support/databases.ts';
import { addMember, type MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { freshFolder } from '../support/processes.ts';
import { cuttingProxy } from '../support/proxies.ts';
import { recording } from '../support/recordings.ts';
import { figure, siteAt } from '../support/server.ts';

const site = siteAt(0);
const tenant = site.id;
const { message_credits, gift_credits, photo_credits } = site.siteSettings;
const BEFORE = 100_000;
const PRICES = {
  message: message_credits,
  gift: giftPrice('rose', gift_credits),
  picture: photo_credits,
  voice: photo_credits,
} as const;
type Kind = keyof typeof PRICES;
const kinds = Object.keys(PRICES) as Kind[];
const photo = new Uint8Array(await pictures.jpeg({ width: 420, height: 400 }));
const said = new Uint8Array(await recording({ seconds: 1 }));

interface Writer {
  readonly me: MadeMember;
  readonly other: MadeMember;
  /** What was tried, by `client_id`, and whether it was answered with 200. */
  readonly tried: Map<string, { readonly kind: Kind; readonly isAnswered: boolean }>;
}

async function send(port: number, { me, other }: Writer, kind: Kind, client_id: string): Promise<number> {
  const headers = fromPage(me.cookie, client_id);
  const draft = { profile: other.id, client_id };
  const query = String(new URLSearchParams(draft));
  const { status } = await (kind === 'picture'
    ? post(port, site.folder, `/api/chat-picture.php?${query}`, photo, { ...headers, 'content-type': 'image/jpeg' })
    : kind === 'voice'
      ? post(port, site.folder, `/api/chat-voice.php?${query}`, said, { ...headers, 'content-type': 'audio/webm' })
      : post(
          port,
          site.folder,
          '/api/message.php',
          JSON.stringify({ ...draft, ...(kind === 'gift' ? { gift: 'rose' } : { text: client_id }) }),
          headers,
        ));
  return status;
}

/** Sends one kind after the other, each again until it is answered. An upload that was cut off holds its place for a minute, and is left. */
async function write(port: number, writer: Writer, isOver: () => boolean): Promise<void> {
  for (let at = 0; !isOver(); at += 1) {
    const kind = kinds[at % kinds.length] ?? 'message';
    const client_id = crypto.randomUUID();
    let status = 0;
    for (let tries = 0; status !== 200 && (tries < 6 || PRICES[kind] !== photo_credits); tries += 1) {
      status = await send(port, writer, kind, client_id);
      if (status !== 200) await pause(50);
    }
    writer.tried.set(client_id, { kind, isAnswered: status === 200 });
  }
}

/** Everything that is stored, once what no row owns is deleted. */
async function whatIsThere(database: OpenDatabase, dataDir: string) {
  const photos = openPhotoStore(openPhotoFiles({ bucket: null, dataDir }));
  const later = (): Date => new Date(Date.now() + 600_000);
  await photoCleanup.run({ database, photos, now: later } as unknown as Services, { tenant });
  return database.inTenant(tenant, async (db) => ({
    messages: await db
      .selectFrom('message')
      .select(['client_id', 'sender', 'conversation', 'seq', 'gift', 'picture', 'voice'])
      .orderBy('seq')
      .execute(),
    entries: await db.selectFrom('ledger').select(['account', 'kind']).execute(),
    accounts: await db.selectFrom('account').select(['id', 'credits']).execute(),
    owned: [
      ...(await db.selectFrom('chat_picture').select(['file', 'token as name']).execute()),
      ...(await db.selectFrom('chat_voice').select(['file', 'name']).execute()),
    ],
    strays: await db.selectFrom('stray_photo').select('file').execute(),
  }));
}

type Stored = Awaited<ReturnType<typeof whatIsThere>>;
const kindOf = ({ gift, picture, voice }: Stored['messages'][number]): Kind =>
  gift ? 'gift' : picture ? 'picture' : voice ? 'voice' : 'message';

function expectOnce({ me, tried }: Writer, { messages, entries, accounts }: Stored): void {
  const own = messages.filter(({ sender }) => sender === me.id);
  const stored = new Map(own.map((message) => [message.client_id, kindOf(message)]));
  expect(stored.size).toBe(own.length);
  for (const [client_id, { kind, isAnswered }] of tried)
    if (isAnswered || stored.has(client_id)) expect([client_id, stored.get(client_id)]).toEqual([client_id, kind]);
  expect([...stored.keys()].filter((client_id) => !tried.has(client_id))).toEqual([]);
  const booked = entries.flatMap(({ account, kind }) => (account === me.id && kind !== 'signup' ? [kind] : []));
  expect(booked.toSorted()).toEqual([...stored.values()].toSorted());
  const paid = [...stored.values()].reduce((sum, kind) => sum + PRICES[kind], 0);
  expect(accounts.find(({ id }) => id === me.id)?.credits).toBe(BEFORE - paid);
}

test(
  'A6 G1 CH31 CH33 CH36 CH37: messages, gifts, pictures and recordings are paid once, through kills and lost answers',
  { timeout: 600_000 },
  async () => {
    const dataDir = freshFolder();
    const config = await freshDatabase('postgres');
    const database = await openDatabase(config);
    await migrate(database, config);
    const members: MadeMember[] = [];
    for (let each = 0; each < 4; each += 1)
      members.push(await addMember(database, site, new Date(), { credits: BEFORE, paid_user: true }));
    const writers = members.map((me, at): Writer => ({ me, other: members[at ^ 1] ?? me, tried: new Map() }));
    const env = { DATA_DIR: dataDir, NICHES: site.folder, DATABASE_URL: config.url };
    const server: CrashingServer = await startCrashingServer(env);
    const port = await cuttingProxy(server.port);
    let isOver = false;
    const all = Promise.all(writers.map((writer) => write(port, writer, () => isOver)));
    const answered = (kind: Kind): number => {
      const tried = writers.flatMap((writer) => [...writer.tried.values()]);
      return tried.filter((each) => each.isAnswered && each.kind === kind).length;
    };
    // A kill comes at a random moment after something of each kind.
    const live = async (): Promise<void> => {
      const most = kinds.map(answered);
      while (kinds.some((kind, at) => answered(kind) <= (most[at] ?? 0))) await pause(20);
      await pause(Math.random() * 300);
    };
    for (let death = 0; death < figure(12, 1); death += 1) {
      await live();
      await server.killAndRestart();
    }
    await live();
    isOver = true;
    await all;
    await server.stop();

    const stored = await whatIsThere(database, dataDir);
    await database.close();
    for (const writer of writers) expectOnce(writer, stored);
    for (const conversation of new Set(stored.messages.map((message) => message.conversation))) {
      const numbers = stored.messages.flatMap((message) => (message.conversation === conversation ? message.seq : []));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    }
    const named = stored.messages.flatMap(({ picture, voice }) => picture ?? voice ?? []);
    expect(stored.owned.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
    const files = new Set(readdirSync(photoFolder(dataDir)).map((name) => name.slice(0, 32)));
    expect([files, stored.strays]).toEqual([new Set(stored.owned.map(({ file }) => file)), []]);
  },
);
