// Recognizes the addresses in settings: of networks, sites and databases.
import { BlockList, isIP } from 'node:net';

/** Whether a setting names an address or a network. */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
}

/** Null for none. */
export function networksOf(allowed: readonly string[]): BlockList | null {
  if (allowed.length === 0) return null;
  const list = new BlockList();
  for (const each of allowed) {
    const [address = '', bits] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Scheme and host, without a path. */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '') === url.origin;
}

export function isPostgresUrl(value: string): boolean {
  const url = /^postgres(ql)?:\/\/\S+$/.test(value) ? URL.parse(value) : null;
  try {
    return (
      url !== null && [url.username, url.password, url.pathname].every((part) => decodeURIComponent(part) !== null)
    );
  } catch {
    return false;
  }
}

export const isRedisUrl = (value: string): boolean => /^rediss?:\/\/\S+$/.test(value) && URL.canParse(value);

/** Without the slash at its end; null for an empty one. */
export const withoutSlash = (url: string): string | null => url.replace(/\/$/, '') || null;

/** What stands between commas. */
export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
