// The dialogs that come by themselves: against a model of random histories, and rule by rule.
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { DIALOGS } from '#domain/limits';
import { $queuedDialog, askWhetherBusy, makeWay, queueDialog, type QueuedDialog, whenFree } from '#stores/dialog-queue';
import { clearPrivateData } from '#stores/private-data';
import { pass } from '#tests/support/fake-clock';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));

let isBusy = false;
beforeEach(() => {
  clearPrivateData();
  isBusy = false;
  askWhetherBusy(() => isBusy);
});

const open = () => $queuedDialog.get();

test('CR43 AU30: one dialog at a time, the most important one first, with a pause in between', () => {
  isBusy = true;
  queueDialog('bonus');
  const closeActivation = queueDialog('activation');
  expect(open()).toBeNull();
  isBusy = false;
  pass(1000);
  expect(open()).toBe('activation');
  closeActivation();
  expect(open()).toBeNull();
  pass(DIALOGS.pauseMs - 1000);
  expect(open()).toBeNull();
  pass(1000);
  expect(open()).toBe('bonus');
});

test('CR44 CR45: over a form in use nothing opens; what is no longer due does not open at all', () => {
  isBusy = true;
  const leave = queueDialog('bonus');
  for (let seconds = 0; seconds < 100; seconds += 1) pass(1000);
  expect(open()).toBeNull();
  leave();
  isBusy = false;
  pass(10_000);
  expect(open()).toBeNull();
});

test('CR44: a visit has few of them; a new session begins anew', () => {
  for (let times = 0; times < DIALOGS.perVisit; times += 1) {
    const close = queueDialog('bonus');
    expect(open()).toBe('bonus');
    close();
    pass(DIALOGS.pauseMs);
  }
  queueDialog('bonus');
  pass(DIALOGS.pauseMs);
  expect(open()).toBeNull();
  clearPrivateData();
  queueDialog('bonus');
  expect(open()).toBe('bonus');
});

test('CR43: it makes way for a dialog that the member asks for, comes back, and does not count twice', () => {
  const leave = queueDialog('bonus');
  for (let times = 0; times < DIALOGS.perVisit + 1; times += 1) {
    makeWay();
    isBusy = true;
    expect(open()).toBeNull();
    pass(DIALOGS.pauseMs);
    expect(open()).toBeNull();
    isBusy = false;
    pass(1000);
    expect(open()).toBe('bonus');
  }
  leave();
  expect(open()).toBeNull();
});

test('LI12: a like that comes by itself waits for the open dialog and the form', () => {
  const leave = queueDialog('activation');
  let shown = 0;
  whenFree(() => (shown += 1));
  const cancel = whenFree(() => (shown += 10));
  pass(1000);
  expect(shown).toBe(0);
  cancel();
  leave();
  isBusy = true;
  pass(1000);
  expect(shown).toBe(0);
  isBusy = false;
  pass(1000);
  expect(shown).toBe(1);
});

const act = fc.oneof(
  fc.record({ do: fc.constantFrom('want', 'leave'), name: fc.constantFrom<QueuedDialog[]>('activation', 'bonus') }),
  fc.record({ do: fc.constantFrom('busy', 'free', 'ask'), name: fc.constant<QueuedDialog>('bonus') }),
  fc.record({
    do: fc.constant('wait'),
    name: fc.constant<QueuedDialog>('bonus'),
    ms: fc.integer({ min: 1, max: 90_000 }),
  }),
);

test('CR43 CR44 AU30: in random histories no dialog opens over a form, too often, too soon, or unless it is due', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      clearPrivateData();
      isBusy = false;
      const due = new Map<QueuedDialog, () => void>();
      let [opened, clock, closedAt, before] = [0, 0, -Infinity, null as QueuedDialog | null];
      const stop = $queuedDialog.listen((name) => {
        if (before && !name) closedAt = clock;
        if (name) {
          expect(isBusy).toBe(false);
          expect(clock - closedAt).toBeGreaterThanOrEqual(DIALOGS.pauseMs);
          opened += 1;
        }
        expect(before === null || name === null).toBe(true);
        before = name;
      });
      for (const step of acts) {
        if (step.do === 'want') due.set(step.name, queueDialog(step.name));
        if (step.do === 'leave') {
          due.get(step.name)?.();
          due.delete(step.name);
        }
        if (step.do === 'busy' || step.do === 'free') isBusy = step.do === 'busy';
        if (step.do === 'ask' && before) {
          makeWay();
          opened -= 1;
        }
        if ('ms' in step)
          for (let left = step.ms; left > 0; left -= 1000) {
            clock += Math.min(left, 1000);
            pass(Math.min(left, 1000));
          }
        const open = $queuedDialog.get();
        expect(open === null || due.has(open)).toBe(true);
        expect(opened).toBeLessThanOrEqual(DIALOGS.perVisit);
      }
      stop();
      for (const leave of due.values()) leave();
    }),
  );
});
