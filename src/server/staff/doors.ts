// Where the console answers: on the host and to the addresses that the settings name.
import { type BlockList, isIP } from 'node:net';
import type { Config } from '../config/index.ts';
import { unmapped } from '../http/client-address.ts';

type Doors = Pick<Config, 'mode' | 'staffHost' | 'staffAddresses'>;

/** Without STAFF_HOST production has no console; elsewhere every host has one. */
export const mayReachConsole = ({ mode, staffHost, staffAddresses }: Doors, host: string, ip: string): boolean =>
  (staffHost === null ? mode !== 'production' : host.toLowerCase().replace(/:\d+$/, '') === staffHost) &&
  (staffAddresses === null || isAmong(staffAddresses, ip));

function isAmong(allowed: BlockList, ip: string): boolean {
  const bare = unmapped(ip).replace(/%.*$/, '');
  return allowed.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
}
