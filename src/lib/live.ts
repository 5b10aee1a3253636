// The client for server-sent events: one connection per browser, reopened when heartbeats stop.
import { liveStream, LiveEvent } from '#contract/events';
import { after } from './clock.ts';

/** A connection without any data, heartbeats included, for this long is reopened. */
const HEARTBEAT_TIMEOUT_MS = 35_000;
const CHANNEL = 'live';

/** Sent between tabs besides events: whether the connection is open; null asks for it. */
type ConnectionStatus = { readonly open: boolean | null };
const asStatus = (data: unknown): ConnectionStatus | null => (isStatus(data) ? data : null);
const isStatus = (data: unknown): data is ConnectionStatus =>
  typeof data === 'object' && data !== null && 'open' in data;

/**
 * Subscribes to the member's events and to the connection status: `open` gets true on (re)connect, false on disconnect. The tab that
 * holds the lock has the connection and forwards to the others; without the Web Locks API each tab has its own. Returns the function
 * that ends it.
 */
export function listen(onEvent: (event: LiveEvent) => void, open: (isOpen: boolean) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const ending = new AbortController();
  let sendStatus = (): void => undefined;
  channel.onmessage = (message: MessageEvent<unknown>) => {
    const status = asStatus(message.data);
    if (!status) dispatch(message.data, onEvent);
    else if (status.open === null) sendStatus();
    else open(status.open);
  };
  channel.postMessage({ open: null } satisfies ConnectionStatus);
  const connectAsLeader = (): Promise<void> => {
    let isOpen = false;
    sendStatus = () => channel.postMessage({ open: isOpen } satisfies ConnectionStatus);
    const close = connect(
      (event) => {
        channel.postMessage(event);
        onEvent(event);
      },
      (isOpenNow) => {
        isOpen = isOpenNow;
        sendStatus();
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
  if (navigator.locks)
    void navigator.locks.request(CHANNEL, { signal: ending.signal }, connectAsLeader).catch(() => undefined);
  else void connectAsLeader();
  return () => {
    ending.abort();
    channel.close();
  };
}

/** Sends an event to the browser's other tabs, e.g. a logout. */
export function announce(event: LiveEvent): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(event);
  channel.close();
}

function connect(onEvent: (event: LiveEvent) => void, onStatus: (isOpen: boolean) => void): () => void {
  let source: EventSource | null = null;
  let clearWatchdog = (): void => undefined;
  const resetWatchdog = (): void => {
    clearWatchdog();
    clearWatchdog = after(HEARTBEAT_TIMEOUT_MS, open);
  };
  const open = (): void => {
    source?.close();
    onStatus(false);
    source = new EventSource(liveStream.path);
    source.onopen = () => {
      resetWatchdog();
      onStatus(true);
    };
    source.onerror = () => onStatus(false);
    source.addEventListener('beat', resetWatchdog);
    source.onmessage = (message: MessageEvent<string>) => {
      resetWatchdog();
      dispatch(safeJson(message.data), onEvent);
    };
    resetWatchdog();
  };
  open();
  // A connection from before a network loss may look open but deliver nothing.
  globalThis.addEventListener('online', open);
  return () => {
    globalThis.removeEventListener('online', open);
    clearWatchdog();
    source?.close();
  };
}

function dispatch(data: unknown, onEvent: (event: LiveEvent) => void): void {
  const event = LiveEvent.safeParse(data);
  if (event.success) onEvent(event.data);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
