// The connection for server-sent events, reopened when heartbeats stop.
import { liveStream } from '#contract/events';
import { after } from '../clock.ts';

/** A connection without any data, heartbeats included, for this long is reopened. */
const HEARTBEAT_TIMEOUT_MS = 35_000;

interface Callbacks {
  /** Asked before anything is done: a tab that was frozen may have lost the connection to another. */
  mayContinue(): boolean;
  onMessage(data: unknown): void;
  onStatus(isOpen: boolean): void;
  onHeartbeat(): void;
}

/** Opens the connection; returns the function that closes it. */
export function connect({ mayContinue, onMessage, onStatus, onHeartbeat }: Callbacks): () => void {
  let source: EventSource | null = null;
  let clearWatchdog = (): void => undefined;
  const guarded =
    <T>(run: (value: T) => void) =>
    (value: T): void => {
      if (mayContinue()) run(value);
    };
  const resetWatchdog = (): void => {
    clearWatchdog();
    clearWatchdog = after(HEARTBEAT_TIMEOUT_MS, () => reopen(undefined));
  };
  const open = (): void => {
    source?.close();
    onStatus(false);
    source = new EventSource(liveStream.path);
    source.onopen = guarded(() => {
      resetWatchdog();
      onStatus(true);
    });
    source.onerror = guarded(() => onStatus(false));
    source.addEventListener(
      'beat',
      guarded(() => {
        resetWatchdog();
        onHeartbeat();
      }),
    );
    source.onmessage = guarded((message: MessageEvent<string>) => {
      resetWatchdog();
      onMessage(safeJson(message.data));
    });
    resetWatchdog();
  };
  const reopen = guarded(open);
  open();
  // A connection from before a network loss may look open but deliver nothing.
  globalThis.addEventListener('online', reopen);
  return () => {
    globalThis.removeEventListener('online', reopen);
    clearWatchdog();
    source?.close();
  };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
