// What a push service's answer means for the device.

/** `later`: the service may take it soon. `refused`: it will not take this message. */
export type Outcome = 'sent' | 'gone' | 'later' | 'refused';

/** The service no longer knows the subscription, as after the browser has ended it. */
export const isUnknown = (status: number): boolean => status === 404 || status === 410;
/** The subscription was made with another key, as in a database before this one; Apple answers 400 to that. */
const WRONG_KEY = [401, 403];

/** Of an address on `hostname`. The browser makes another subscription for one that is gone. */
export function outcomeOf(status: number, hostname: string): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (isUnknown(status) || WRONG_KEY.includes(status)) return 'gone';
  if (status === 400 && hostname.endsWith('.push.apple.com')) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
