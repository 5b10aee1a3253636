// Sends a call that outlives the page. The browser sets its headers, and nothing comes back.
import type { Endpoint } from '#contract/endpoint';

export const sendBeacon = ({ path }: Endpoint): boolean =>
  navigator.sendBeacon(path, new Blob(['{}'], { type: 'application/json' }));
