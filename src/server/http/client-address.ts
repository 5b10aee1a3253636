// The client's address and protocol, from the socket or from trusted proxies.
import { isIP } from 'node:net';

interface Socket {
  readonly remoteAddress?: string | undefined;
  readonly encrypted?: boolean;
}

/** The client's address. With `trusted` proxies it is the entry of the outermost one; earlier entries can be forged. */
export function clientIp(socket: Socket | undefined, forwarded: string | undefined, trusted: number): string {
  const socketAddress = socket?.remoteAddress ?? '0.0.0.0';
  return (trusted > 0 && addressIn(trustedEntry(forwarded ?? '', trusted) ?? '')) || socketAddress;
}

/** An address without brackets and port, which some proxies write. A port would give each connection its own limits. */
function addressIn(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) ? bare : null;
}

/** The entry of a header that the outermost trusted proxy appended. */
function trustedEntry(header: string, trusted: number): string | undefined {
  const chain = header
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return chain.at(-trusted) ?? chain[0];
}

/** An IPv4 address within IPv6, such as `::ffff:5.5.5.5` or `::ffff:505:505`, with zeros written out or left out. */
const MAPPED = /^(?:0{0,4}:){2,6}ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** An IPv4 address that is written as IPv6, as a dual-stack socket does, without that; any other as it is. */
export function unmapped(ip: string): string {
  const [, dotted, high, low] = MAPPED.exec(ip) ?? [];
  if (dotted) return dotted;
  if (!high || !low) return ip;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}

/** The address for rate limits. An IPv6 client owns a /64, so its first four groups identify it. */
export function limitKey(ip: string): string {
  const address = unmapped(ip);
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const middle = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

export const isSecure = (socket: Socket | undefined, forwardedProto: string | undefined, trusted: number): boolean =>
  trusted > 0 && forwardedProto !== undefined
    ? trustedEntry(forwardedProto, trusted) === 'https'
    : socket?.encrypted === true;
