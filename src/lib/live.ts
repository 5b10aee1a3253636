// The client for server-sent events: one connection per browser. The tab that leads has it, and tells the others.
import type { LiveEvent } from '#contract/events';
import { after, uptime } from './clock.ts';
import { dispatch, openChannel } from './live/channel.ts';
import { connect } from './live/connection.ts';
import { type Leadership, queueForLead } from './live/leadership.ts';

export { announce } from './live/channel.ts';

const LOCK = 'live';
/** After so much silence of the tab that leads another one asks it, and takes over when it does not answer in time. */
const SILENCE_MS = 40_000;
const ANSWER_MS = 5000;
/** A tab that has said nothing for this long may no longer lead. Shorter than what the others wait, so that two never publish. */
const LEASE_MS = SILENCE_MS + ANSWER_MS - 1000;

/**
 * Subscribes to the member's events and to the connection status: `open` gets true on (re)connect, false on disconnect. The tab that
 * leads has the connection and forwards to the others; without the Web Locks API each tab has its own. Returns the function
 * that ends it.
 */
export function listen(onEvent: (event: LiveEvent) => void, open: (isOpen: boolean) => void): () => void {
  let isEnded = false;
  let answer: (() => void) | null = null;
  let leadership: Leadership | null = null;
  const channel = openChannel({
    onEvent,
    onQuestion: () => answer?.(),
    onStatus: (isOpen) => {
      if (answer) return;
      silence.begin();
      open(isOpen);
    },
  });
  const silence = watchSilence(channel.ask, () => leadership?.takeOver());
  const follow = (): void => {
    silence.begin();
    channel.ask();
  };
  const lead = (): (() => void) => {
    silence.forget();
    let [isOpen, toldAt] = [false, uptime()];
    const tell = (): void => {
      toldAt = uptime();
      channel.answer(isOpen);
    };
    const mayContinue = (): boolean => {
      if (!leadership || uptime() - toldAt < LEASE_MS) return true;
      leadership.stepDown();
      return false;
    };
    const publish = (event: LiveEvent): void => {
      channel.send(event);
      onEvent(event);
    };
    const onStatus = (isOpenNow: boolean): void => {
      isOpen = isOpenNow;
      tell();
      open(isOpenNow);
    };
    answer = () => mayContinue() && tell();
    const close = connect({ mayContinue, onHeartbeat: tell, onMessage: (data) => dispatch(data, publish), onStatus });
    return () => {
      answer = null;
      close();
      if (isEnded) return;
      open(false);
      follow();
    };
  };
  follow();
  const end = navigator.locks ? (leadership = queueForLead(LOCK, lead)).end : lead();
  return () => {
    isEnded = true;
    silence.forget();
    end();
    channel.close();
  };
}

/** Asks after some silence, and acts when nothing is heard then either. */
function watchSilence(ask: () => void, act: () => void): { begin(): void; forget(): void } {
  let forget = (): void => undefined;
  const begin = (): void => {
    forget();
    forget = after(SILENCE_MS, () => {
      ask();
      forget = after(ANSWER_MS, () => {
        begin();
        act();
      });
    });
  };
  return { begin, forget: () => forget() };
}
