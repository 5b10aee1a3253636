// Posts to a push service, and only to an address on the public internet: the name is looked up here, and what it leads to is checked at
// that moment, so a name that changes its address leads nowhere else. Redirects are not followed.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { BlockList } from 'node:net';

type Family = 'ipv4' | 'ipv6';

/**
 * Networks that no push service is in: own, private, link-local, shared, reserved, multicast, and IPv4 inside of IPv6. Mapped addresses
 * (`::ffff:`) are checked as the IPv4 that they are.
 */
const CLOSED: readonly (readonly [network: string, prefix: number, family: Family])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const closed = new BlockList();
for (const [network, prefix, family] of CLOSED) closed.addSubnet(network, prefix, family);

export const isPublicAddress = ({ address, family }: LookupAddress): boolean =>
  !closed.check(address, family === 6 ? 'ipv6' : 'ipv4');

/** As `dns.lookup` with all addresses. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** A look-up for connections that finds public addresses only. */
const publicLookup =
  (resolve: Resolve) =>
  (hostname: string, options: LookupOptions, done: Found): void =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first, ...others] = (addresses ?? []).filter(isPublicAddress);
      if (error || !first) done(error ?? new Error(`${hostname} is not on the public internet.`), []);
      else if (options.all) done(null, [first, ...others]);
      else done(null, first.address, first.family);
    });

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
}

/** Posts and returns the status. `extra` is an origin at which anything may answer, for tests. */
export function postToPushService(
  endpoint: string,
  { headers, body, timeoutMs }: Post,
  extra: string | null,
  resolve: Resolve = lookup,
): Promise<number> {
  const url = new URL(endpoint);
  const isExtra = url.origin === extra;
  const ask = url.protocol === 'http:' ? plainRequest : request;
  const signal = AbortSignal.timeout(timeoutMs);
  const guard = isExtra ? {} : { lookup: publicLookup(resolve) };
  return new Promise((done, fail) => {
    const sent = ask(url, { method: 'POST', headers, signal, ...guard }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}
