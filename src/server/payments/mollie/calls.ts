// Calls of Mollie's client with a time limit, and what its refusals mean.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { MollieApiError } from '@mollie/api-client';
import { ProviderUnavailable, RefundRefused } from '../provider.ts';

const TIMEOUT_MS = 5000;

/** The work that sends a request, and whether its time is over. */
const running = new AsyncLocalStorage<{ isOver: boolean }>();

// The client repeats a call after an error of Mollie whenever the answer says so, which may be hours later: by then the order has
// expired, and its charge must not be sent. The client has no setting for that.
subscribe('http.client.request.created', (message) => {
  if (running.getStore()?.isOver)
    (message as { request: ClientRequest }).request.destroy(new Error('The time is over.'));
});

/** Makes one call; refuses once the time of all of them is over. */
export type Call = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * Work of one or more calls within `limitMs`. The client may repeat a call after an error of Mollie, under the same
 * idempotency key; a step or a repetition that has not begun in time is not taken.
 */
export async function withMollie<T>(work: (call: Call) => Promise<T>, limitMs = TIMEOUT_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const time = { isOver: false };
  const timer = setTimeout(() => {
    time.isOver = true;
    late.reject(new ProviderUnavailable('Mollie does not answer.'));
  }, limitMs);
  late.promise.catch(() => undefined);
  try {
    return await running.run(time, () =>
      work((send) => (time.isOver ? late.promise : Promise.race([send(), late.promise]))),
    );
  } catch (error) {
    throw explained(error);
  } finally {
    time.isOver = true;
    clearTimeout(timer);
  }
}

/** The status of an answer that refuses; null for any other error, such as of the network. */
export const refusedWith = (error: unknown): number | null =>
  error instanceof MollieApiError ? (error.statusCode ?? null) : null;

/** Its own message may quote what was sent, so only status and field are kept. */
function explained(error: unknown): Error {
  if (error instanceof ProviderUnavailable || error instanceof RefundRefused) return error;
  const status = refusedWith(error);
  if (status === 401) return new ProviderUnavailable('Mollie refuses MOLLIE_API_KEY.');
  if (!(error instanceof MollieApiError) || status === null)
    return new ProviderUnavailable('Mollie cannot be reached.', { cause: error });
  return new ProviderUnavailable(`Mollie answered ${status}${error.field ? ` about ${error.field}` : ''}.`);
}
