// The one doorway to server-sent events: one connection per browser, reopened when it goes quiet.
import { liveStream, LiveEvent } from '#contract/events';
import { after } from './clock.ts';

/** A connection that has sent nothing, not even a heartbeat, for this long is reopened (milliseconds). */
const QUIET_MS = 35_000;
const CHANNEL = 'live';

/** What tabs tell each other besides events: whether the connection is open, and the question whether it is. */
type Word = { readonly open: boolean | null };
const wordOf = (data: unknown): Word | null => (isWord(data) ? data : null);
const isWord = (data: unknown): data is Word => typeof data === 'object' && data !== null && 'open' in data;

/**
 * Listens to the member's events, and to whether they arrive: `open` hears true when the connection was opened (again), false when
 * it broke. The tab that holds the lock keeps the connection and tells the others. Returns a function that ends it. Browsers
 * without locks each keep their own connection.
 */
export function listen(hear: (event: LiveEvent) => void, open: (isOpen: boolean) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const ending = new AbortController();
  let answer = (): void => undefined;
  channel.onmessage = (message: MessageEvent<unknown>) => {
    const word = wordOf(message.data);
    if (!word) tell(message.data, hear);
    else if (word.open === null) answer();
    else open(word.open);
  };
  channel.postMessage({ open: null } satisfies Word);
  const lead = (): Promise<void> => {
    let isOpen = false;
    answer = () => channel.postMessage({ open: isOpen } satisfies Word);
    const close = connect(
      (event) => {
        channel.postMessage(event);
        hear(event);
      },
      (isOpenNow) => {
        isOpen = isOpenNow;
        answer();
        open(isOpenNow);
      },
    );
    return new Promise((resolve) => {
      ending.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  };
  if (navigator.locks) void navigator.locks.request(CHANNEL, { signal: ending.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    ending.abort();
    channel.close();
  };
}

/** Tells the browser's other tabs what this one knows first, e.g. that it is logging out. */
export function announce(event: LiveEvent): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(event);
  channel.close();
}

function connect(hear: (event: LiveEvent) => void, say: (isOpen: boolean) => void): () => void {
  let source: EventSource | null = null;
  let calm = (): void => undefined;
  const watch = (): void => {
    calm();
    calm = after(QUIET_MS, open);
  };
  const open = (): void => {
    source?.close();
    say(false);
    source = new EventSource(liveStream.path);
    source.onopen = () => {
      watch();
      say(true);
    };
    source.onerror = () => say(false);
    source.addEventListener('beat', watch);
    source.onmessage = (message: MessageEvent<string>) => {
      watch();
      tell(safeJson(message.data), hear);
    };
    watch();
  };
  open();
  // A connection from before the network went away may look open and bring nothing.
  globalThis.addEventListener('online', open);
  return () => {
    globalThis.removeEventListener('online', open);
    calm();
    source?.close();
  };
}

function tell(data: unknown, hear: (event: LiveEvent) => void): void {
  const event = LiveEvent.safeParse(data);
  if (event.success) hear(event.data);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
