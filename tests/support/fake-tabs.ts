// The tabs of one browser without a browser: each has its tasks, which wait while it is frozen. Replaces #lib/clock and what
// src/lib/live.ts uses of the browser. Time passes only by `pass`.
import { setImmediate as afterMicrotasks } from 'node:timers/promises';

export interface Tab {
  readonly name: string;
  isFrozen: boolean;
  readonly tasks: (() => void)[];
}
interface Timer {
  readonly at: number;
  readonly run: () => void;
}
interface Held {
  readonly tab: Tab;
  readonly callback: () => Promise<void>;
  readonly end: (error?: Error) => void;
}

let time = 0;
let running: Tab = { name: 'none', isFrozen: false, tasks: [] };
let tabs: Tab[] = [];
let timers = new Set<Timer>();
let channels = new Set<FakeChannel>();
let streams = new Set<FakeSource>();
let held: Held | null = null;
let queue: Held[] = [];
let serverAnswers = true;
/** What tabs have told each other, and whether the sender held the lock then. */
export let told: { readonly by: string; readonly data: unknown; readonly isLeader: boolean }[] = [];

const post = (tab: Tab, task: () => void): void => void tab.tasks.push(task);

export const uptime = (): number => time;
export const now = (): Date => new Date(time);
export function after(ms: number, run: () => void): () => void {
  const tab = running;
  let isOver = false;
  const timer = { at: time + ms, run: () => post(tab, () => isOver || run()) };
  timers.add(timer);
  return () => {
    isOver = true;
    timers.delete(timer);
  };
}

export class FakeChannel {
  onmessage: ((message: { data: unknown }) => void) | null = null;
  readonly tab = running;
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    if (!channels.has(this)) throw new Error('The channel is closed.');
    told.push({ by: running.name, data, isLeader: held?.tab === running });
    for (const other of channels)
      if (other !== this)
        post(other.tab, () => channels.has(other) && other.onmessage?.({ data: structuredClone(data) }));
  }
  close(): void {
    channels.delete(this);
  }
}

export class FakeSource extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  readonly tab = running;
  constructor() {
    super();
    streams.add(this);
    if (serverAnswers) this.task(() => this.onopen?.());
    this.beatLater();
  }
  private beatLater(): void {
    const beat = (): void => {
      if (!streams.has(this)) return;
      if (serverAnswers) this.task(() => this.dispatchEvent(new Event('beat')));
      this.beatLater();
    };
    timers.add({ at: time + 25_000, run: beat });
  }
  task(run: () => void): void {
    post(this.tab, () => streams.has(this) && run());
  }
  close(): void {
    streams.delete(this);
  }
}

const abortError = (): Error => new DOMException('stolen or aborted', 'AbortError');

function grant(next: Held): void {
  held = next;
  post(next.tab, () => {
    void next.callback().then(() => {
      if (held === next) {
        held = null;
        grantNext();
      }
      next.end();
    });
  });
}
function grantNext(): void {
  const next = held ? undefined : queue.shift();
  if (next) grant(next);
}

export const fakeLocks = {
  request: (_name: string, options: { signal?: AbortSignal; steal?: boolean }, callback: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const tab = running;
      if (options.steal && options.signal) throw new DOMException('signal with steal', 'NotSupportedError');
      const asked: Held = { tab, callback, end: (error) => post(tab, () => (error ? reject(error) : resolve())) };
      if (options.steal) {
        held?.end(abortError());
        grant(asked);
        return;
      }
      queue.push(asked);
      options.signal?.addEventListener('abort', () => {
        if (!queue.includes(asked)) return;
        queue = queue.filter((each) => each !== asked);
        asked.end(abortError());
      });
      grantNext();
    }),
};

/** Runs the tasks of the tabs that are awake, each with its microtasks, until none is left. */
async function settle(): Promise<void> {
  for (;;) {
    const tab = tabs.find(({ isFrozen, tasks }) => !isFrozen && tasks.length > 0);
    if (!tab) return;
    running = tab;
    tab.tasks.shift()?.();
    await afterMicrotasks();
  }
}

export async function pass(ms: number): Promise<void> {
  const end = time + ms;
  await settle();
  for (;;) {
    const next = [...timers].sort((one, other) => one.at - other.at)[0];
    if (!next || next.at > end) break;
    timers.delete(next);
    time = next.at;
    next.run();
    await settle();
  }
  time = end;
}

/** A new browser without tabs, and a server that answers. */
export function restart(): void {
  [time, tabs, timers, channels, streams] = [0, [], new Set(), new Set(), new Set()];
  [held, queue, told, serverAnswers] = [null, [], [], true];
}

export async function inNewTab(name: string, run: () => void): Promise<Tab> {
  const tab: Tab = { name, isFrozen: false, tasks: [run] };
  tabs.push(tab);
  await settle();
  return tab;
}

export async function inTab(tab: Tab, run: () => void): Promise<void> {
  post(tab, run);
  await settle();
}

export async function freeze(tab: Tab, isFrozen: boolean): Promise<void> {
  tab.isFrozen = isFrozen;
  await settle();
}

/** The server sends an event to all open connections. */
export async function send(event: unknown): Promise<void> {
  for (const stream of streams)
    if (serverAnswers) stream.task(() => stream.onmessage?.({ data: JSON.stringify(event) }));
  await settle();
}

/** The server answers no more, or again; connections stay as they are until they are tried again. */
export const setServer = (answers: boolean): void => void (serverAnswers = answers);

/** The tabs with an open connection. */
export const connected = (): string[] => [...streams].map(({ tab }) => tab.name);
