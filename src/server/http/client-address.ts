// Where a request came from: the socket, or what a trusted proxy of ours says.
import { isIP } from 'node:net';

interface Socket {
  readonly remoteAddress?: string | undefined;
  readonly encrypted?: boolean;
}

/** The visitor's address. With `trusted` proxies it is the entry that the outermost of them wrote; others could be forged. */
export function clientIp(socket: Socket | undefined, forwarded: string | undefined, trusted: number): string {
  const socketAddress = socket?.remoteAddress ?? '0.0.0.0';
  return (trusted > 0 && addressIn(trustedEntry(forwarded ?? '', trusted) ?? '')) || socketAddress;
}

/** An address without the brackets and the port that some proxies write; a port would give each connection limits of its own. */
function addressIn(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) ? bare : null;
}

/** Of a header to which each proxy appends, the entry that the outermost trusted proxy wrote. */
function trustedEntry(header: string, trusted: number): string | undefined {
  const chain = header
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return chain.at(-trusted) ?? chain[0];
}

/** The address limits count by: an IPv6 visitor owns a whole /64, so its first four groups stand for it. */
export function limitKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const middle = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

export const isSecure = (socket: Socket | undefined, forwardedProto: string | undefined, trusted: number): boolean =>
  trusted > 0 && forwardedProto !== undefined
    ? trustedEntry(forwardedProto, trusted) === 'https'
    : socket?.encrypted === true;
