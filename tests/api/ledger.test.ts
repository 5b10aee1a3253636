// The ledger: every change of credits is booked once, and nothing else changes a balance.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findLedgerGaps, type LedgerGap } from '#server/payments/ledger-gaps';
import { accountOf, send, startChat } from '../support/chats.ts';
import { naiveSend } from '../support/money.ts';
import { onBothEngines, figure, siteAt, sites } from '../support/server.ts';

const tenant = siteAt(0).id;
/** The site under test, whose prices a test may change. */
const siteSettings = { ...siteAt(0).siteSettings };
const ownSites = [{ ...siteAt(0), siteSettings }, ...sites.slice(1)];

/** Sends from many workers until all are done; answers how many succeeded, and the codes of the refusals. */
async function flood(workers: number, sends: number, one: () => Promise<string>): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  let left = sends;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const outcome = await one();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return outcomes;
}

onBothEngines(
  'ledger',
  (server, engine) => {
    const setUp = async (credits: number) => {
      const [one, two] = [await server().member({ credits: credits + 1 }), await server().member()];
      siteSettings.message_credits = 1;
      return { one, two, conversation: await startChat(server(), one, two.id) };
    };
    const sendOnce = (as: { cookie: string }, conversation: string) => async (): Promise<string> => {
      const { status, body } = await send(server(), as, { conversation });
      return status === 200 ? 'sent' : `${status} ${JSON.stringify(body.error)}`;
    };

    test('A1: 64 workers spend a balance to the last credit and not one more', async () => {
      const [credits, sends] = [figure(7001, 301), figure(10_000, 500)];
      const { one, conversation } = await setUp(credits);
      siteSettings.message_credits = 3;
      const outcomes = await flood(64, sends, sendOnce(one, conversation));
      const possible = Math.floor(credits / 3);
      const refusal = `402 ${JSON.stringify({ code: 'not_enough_credits', needed: 3, balance: credits % 3 })}`;
      expect(Object.fromEntries(outcomes)).toEqual({ sent: possible, [refusal]: sends - possible });
      const { credits: left, entries } = await accountOf(server(), one);
      expect([left, entries.length]).toEqual([credits % 3, possible + 2]);
    });

    test('A1: for random balances and prices exactly balance ÷ price messages are sent', async () => {
      for (let each = 0; each < figure(100, 6); each += 1) {
        const [cost, credits] = [1 + Math.floor(Math.random() * 9), Math.floor(Math.random() * 60)];
        const { one, conversation } = await setUp(credits);
        siteSettings.message_credits = cost;
        const outcomes = await flood(64, Math.floor(credits / cost) + 8, sendOnce(one, conversation));
        expect([cost, credits, outcomes.get('sent') ?? 0]).toEqual([cost, credits, Math.floor(credits / cost)]);
      }
    });

    // One transaction at a time hides every race.
    if (engine === 'postgres')
      test('A1: the naive way overspends where requests are really concurrent, which proves that this test can see it', async () => {
        const { one, conversation } = await setUp(40);
        const naive = async (): Promise<string> => {
          const message = { tenant, conversation, sender: one.id, cost: 1, at: server().now() };
          return (await server().database.inTenant(tenant, (db) => naiveSend(db, message))) ? 'sent' : 'refused';
        };
        const outcomes = await flood(64, 200, naive);
        expect(outcomes.get('sent')).toBeGreaterThan(40);
      });

    test.each([
      ['a first entry that is missing', 'delete from ledger where version = 1 and account ='],
      ['an entry in between that is missing', 'delete from ledger where version = 3 and account ='],
      ['a last entry that is missing', 'delete from ledger where version = 5 and account ='],
      ['an entry of other credits', 'update ledger set credits = credits - 1 where version = 4 and account ='],
      ['an entry of another balance', 'update ledger set balance = balance + 1 where version = 2 and account ='],
      ['an entry of another number', 'update ledger set version = 0 where version = 1 and account ='],
      [
        'an entry that was counted and is not there',
        'update account set ledger_version = ledger_version + 1 where id =',
      ],
      ['a balance that no entry explains', 'update account set credits = credits + 1 where id ='],
    ])('A4: %s is found by one query', async (_, tamper) => {
      const { one, conversation } = await setUp(20);
      for (let sends = 0; sends < 3; sends += 1) await sendOnce(one, conversation)();
      const gaps = async (change: string): Promise<readonly LedgerGap[]> => {
        const found: LedgerGap[] = [];
        const done = server()
          .database.kysely.transaction()
          .execute(async (db) => {
            await sql`${sql.raw(change)} ${one.id}`.execute(db);
            found.push(...(await findLedgerGaps(db, tenant)).filter(({ account }) => account === one.id));
            throw new Error('enough');
          });
        await expect(done).rejects.toThrow('enough');
        return found;
      };
      expect((await accountOf(server(), one)).entries).toHaveLength(5);
      expect(await gaps('select from account where id =')).toEqual([]);
      expect(await gaps(tamper)).not.toEqual([]);
    });

    test('A3: the role of the application cannot change or delete ledger entries', async () => {
      await server().member({ credits: 1 });
      for (const statement of ['update ledger set credits = 99', 'delete from ledger', 'truncate ledger'])
        await expect(
          server().database.inTenant(tenant, (db) => sql.raw(statement).execute(db)),
          statement,
        ).rejects.toMatchObject({ code: '42501' });
    });
  },
  { sites: ownSites },
);
