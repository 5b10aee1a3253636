// One live connection for the tabs of a browser: who holds it, who takes it over, and what each tab hears.
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import fc from 'fast-check';
import { listen } from '#lib/live';
import { type Leadership, queueForLead } from '#lib/live/leadership';
import {
  connected,
  FakeChannel,
  fakeLocks,
  FakeSource,
  freeze,
  inNewTab,
  inTab,
  pass,
  restart,
  send,
  setServer,
  told,
  type Tab,
} from '#tests/support/fake-tabs';

vi.mock('#lib/clock', () => import('#tests/support/fake-tabs'));
vi.stubGlobal('BroadcastChannel', FakeChannel);
vi.stubGlobal('EventSource', FakeSource);
vi.stubGlobal('navigator', { locks: fakeLocks });
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => restart());

const id = '018f3c5e-0000-4000-8000-000000000001';
const EVENTS = [
  { type: 'message', conversation: id, seq: 1 },
  { type: 'read', conversation: id, reader: id, seq: 1 },
  { type: 'typing', conversation: id, profile: id },
  { type: 'like' },
  { type: 'user' },
  { type: 'logout' },
] as const;

interface Listening {
  readonly tab: Tab;
  readonly heard: unknown[];
  readonly statuses: boolean[];
  close(): Promise<void>;
}

async function open(name: string): Promise<Listening> {
  const [heard, statuses]: [unknown[], boolean[]] = [[], []];
  let end = (): void => undefined;
  const tab = await inNewTab(name, () => {
    end = listen(
      (event) => void heard.push(event),
      (isOpen) => void statuses.push(isOpen),
    );
  });
  return { tab, heard, statuses, close: () => inTab(tab, () => end()) };
}
const publishedBy = (name: string): unknown[] =>
  told.filter(({ by, data }) => by === name && 'type' in (data as object)).map(({ data }) => data);

describe('while all tabs are awake', () => {
  test('the first tab has the connection, and every tab hears every event once', async () => {
    const tabs = [await open('a'), await open('b'), await open('c')];
    for (const event of EVENTS) await send(event);
    expect(connected()).toEqual(['a']);
    for (const { heard, statuses } of tabs) expect([heard, statuses.at(-1)]).toEqual([EVENTS, true]);
  });

  test('it keeps the connection for hours, also while the server does not answer', async () => {
    await open('a');
    const b = await open('b');
    await pass(3 * 3_600_000);
    expect([connected(), b.statuses.at(-1)]).toEqual([['a'], true]);
    setServer(false);
    await pass(3_600_000);
    expect([connected(), b.statuses.at(-1)]).toEqual([['a'], false]);
    setServer(true);
    await pass(60_000);
    expect([connected(), b.statuses.at(-1)]).toEqual([['a'], true]);
  });

  test('a tab that is closed leaves the connection to the next one at once', async () => {
    const a = await open('a');
    const b = await open('b');
    await a.close();
    await send({ type: 'like' });
    expect([connected(), b.heard, a.heard]).toEqual([['b'], [{ type: 'like' }], []]);
  });
});

test('a tab with the connection knows its state best', async () => {
  const a = await open('a');
  const b = await open('b');
  await inTab(b.tab, () => new FakeChannel().postMessage({ open: false }));
  expect(a.statuses.at(-1)).toBe(true);
});

describe('when the tab with the connection is frozen', () => {
  test.each(EVENTS)('another has it within a minute and hears $type, at any moment', async (event) => {
    for (const lead of [0, 1000, 24_000, 26_000, 61_000]) {
      restart();
      const a = await open('a');
      const b = await open('b');
      await pass(lead);
      await freeze(a.tab, true);
      await pass(54_000);
      await send(event);
      expect([lead, b.heard, b.statuses.at(-1)]).toEqual([lead, [event], true]);
    }
  });

  test('one that is blocked for less than that keeps it, and nothing is lost', async () => {
    const a = await open('a');
    const b = await open('b');
    await freeze(a.tab, true);
    await send({ type: 'like' });
    await pass(30_000);
    await freeze(a.tab, false);
    await pass(600_000);
    expect([connected(), a.heard, b.heard]).toEqual([['a'], [{ type: 'like' }], [{ type: 'like' }]]);
  });

  test('the robbed tab closes its connection when it wakes, publishes nothing, and follows', async () => {
    const a = await open('a');
    const b = await open('b');
    await freeze(a.tab, true);
    // It has already received the event, but could not pass it on.
    await send({ type: 'like' });
    await pass(60_000);
    await send({ type: 'user' });
    expect(connected()).toEqual(['a', 'b']);
    const before = a.statuses.length;
    await freeze(a.tab, false);
    expect([connected(), publishedBy('a')]).toEqual([['b'], []]);
    // What it may have missed is read again when it hears that the connection is open.
    expect([a.statuses.slice(before).includes(false), a.statuses.at(-1)]).toEqual([true, true]);
    await send({ type: 'logout' });
    expect(a.heard).toEqual([{ type: 'user' }, { type: 'logout' }]);
    expect(b.heard).toEqual([{ type: 'user' }, { type: 'logout' }]);
    await b.close();
    expect(connected()).toEqual(['a']);
  });

  test('of several others one has the connection in the end, and the others follow it', async () => {
    const a = await open('a');
    const others = [await open('b'), await open('c'), await open('d')];
    await freeze(a.tab, true);
    await pass(54_000);
    expect(connected()).toHaveLength(2);
    for (let minutes = 0; minutes < 10; minutes += 1) await pass(60_000);
    await send({ type: 'like' });
    for (const { heard } of others) expect(heard).toEqual([{ type: 'like' }]);
    expect(connected()).toHaveLength(2);
  });

  test('a tab on its own connects again when it wakes, so that it reads what it has missed', async () => {
    const a = await open('a');
    await freeze(a.tab, true);
    await pass(600_000);
    await freeze(a.tab, false);
    expect([connected(), a.statuses.slice(-2)]).toEqual([['a'], [false, true]]);
  });

  test('a tab that opens meanwhile takes over as well', async () => {
    const a = await open('a');
    await freeze(a.tab, true);
    await pass(600_000);
    const b = await open('b');
    await pass(54_000);
    await send({ type: 'like' });
    expect(b.heard).toEqual([{ type: 'like' }]);
  });
});

describe('the lead', () => {
  /** Leads in a new tab; `log` gets what it begins and stops. */
  const queued = async (name: string, log: string[]) => {
    let leadership = undefined as unknown as Leadership;
    const tab = await inNewTab(name, () => {
      leadership = queueForLead('lead', () => {
        log.push(`${name} leads`);
        return () => void log.push(`${name} stops`);
      });
    });
    return (does: keyof Leadership) => inTab(tab, () => leadership[does]());
  };

  test('a tab that is robbed while it is awake stops, and leads again after the other', async () => {
    const log: string[] = [];
    await queued('a', log);
    const b = await queued('b', log);
    await b('takeOver');
    expect(log.splice(0).sort()).toEqual(['a leads', 'a stops', 'b leads']);
    await b('end');
    expect(log).toEqual(['b stops', 'a leads']);
  });

  test('a tab that steps down queues behind the others, and one that has ended never leads', async () => {
    const log: string[] = [];
    const a = await queued('a', log);
    const b = await queued('b', log);
    const c = await queued('c', log);
    await b('end');
    await a('stepDown');
    await c('stepDown');
    await b('takeOver');
    expect(log).toEqual(['a leads', 'a stops', 'c leads', 'c stops', 'a leads', 'a stops', 'c leads']);
  });
});

test('at any moment, at most one that is awake is connected, and none publishes without the lead', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom('freeze', 'wake', 'close'), which: fc.nat(3) }),
    fc.record({ does: fc.constant('open'), which: fc.constant(0) }),
    fc.record({ does: fc.constant('pass'), which: fc.integer({ min: 1, max: 70 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      restart();
      let tabs = [await open('0'), await open('1')];
      const awake = () => tabs.filter(({ tab }) => !tab.isFrozen);
      for (const [at, { does, which }] of steps.entries()) {
        const chosen = tabs[which % Math.max(1, tabs.length)];
        if (does === 'open') tabs.push(await open(`${at + 2}`));
        else if (does === 'pass') await pass(which * 1000);
        else if (chosen && does === 'close') {
          await freeze(chosen.tab, false);
          await chosen.close();
          tabs = tabs.filter((each) => each !== chosen);
        } else if (chosen) await freeze(chosen.tab, does === 'freeze');
        await send({ type: 'like' });
        const names = awake().map(({ tab }) => tab.name);
        expect(connected().filter((name) => names.includes(name)).length).toBeLessThanOrEqual(1);
      }
      expect(told.filter(({ data, isLeader }) => 'type' in (data as object) && !isLeader)).toEqual([]);
      await pass(60_000);
      for (const { heard } of awake()) heard.length = 0;
      await send({ type: 'user' });
      for (const { heard } of awake()) expect(heard).toEqual([{ type: 'user' }]);
    }),
    { numRuns: 60 },
  );
});
