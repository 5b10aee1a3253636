// What the tabs of a browser tell each other: events, and whether the connection is open.
import { LiveEvent } from '#contract/events';
import { safeParseAnswer } from '../parse-answer.ts';

const NAME = 'live';

/** Sent besides events: whether the connection is open; null asks for it. */
type ConnectionStatus = { readonly open: boolean | null };
const isStatus = (data: unknown): data is ConnectionStatus =>
  typeof data === 'object' && data !== null && 'open' in data;

interface Handlers {
  onEvent(event: LiveEvent): void;
  onQuestion(): void;
  onStatus(isOpen: boolean): void;
}

export interface Channel {
  send(event: LiveEvent): void;
  ask(): void;
  answer(isOpen: boolean): void;
  close(): void;
}

export function openChannel({ onEvent, onQuestion, onStatus }: Handlers): Channel {
  const channel = new BroadcastChannel(NAME);
  const say = (status: ConnectionStatus): void => channel.postMessage(status);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isStatus(data)) dispatch(data, onEvent);
    else if (data.open === null) onQuestion();
    else onStatus(data.open);
  };
  return {
    send: (event) => channel.postMessage(event),
    ask: () => say({ open: null }),
    answer: (isOpen) => say({ open: isOpen }),
    close: () => channel.close(),
  };
}

/** Sends an event to the browser's other tabs, e.g. a logout. */
export function announce(event: LiveEvent): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(event);
  channel.close();
}

/** Passes on what is an event of the contract. */
export function dispatch(data: unknown, onEvent: (event: LiveEvent) => void): void {
  const event = safeParseAnswer(LiveEvent, data);
  if (event.success) onEvent(event.data);
}
