// Staff of a test server: invited on the command line, with an authenticator whose clock is the server's.
import { TOTP, Secret } from 'otpauth';
import { type StaffCallName, staffCalls, type StaffRole } from '#contract/staff';
import { carryOutStaff } from '#scripts/operator/staff';
import type { CallAnswer, CallOptions, TestServer } from './server.ts';

export const STAFF_PASSWORD = 'purple walrus under nine ladders';

export interface MadeStaff {
  readonly id: string;
  readonly email: string;
  readonly secret: string;
  readonly cookie: string;
}

/** The code that an authenticator shows at the server's time. */
export const codeOf = (server: TestServer, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.now().getTime() });

/** Advances to codes that were not used yet. */
export const nextCode = (server: TestServer): void => server.advance(60);

export function staffCall(
  server: TestServer,
  name: StaffCallName,
  input: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<CallAnswer> {
  const { method, path } = staffCalls[name];
  if (method === 'POST') return server.call(path, { json: input, ...options });
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString();
  return server.call(path, { query, ...options });
}

export async function inviteOnCommandLine(server: TestServer, email: string, role: StaffRole): Promise<string> {
  const signed = { operator: 'Kim', because: 'New colleague' };
  const order = { kind: 'staff', action: 'invite', email, role, ...signed } as const;
  const [, token = ''] = await carryOutStaff(server.database, server.app.services.config, order, server.now());
  return token;
}

export const staffCookieIn = ({ cookies }: CallAnswer): string => (cookies[0] ?? '').split(';')[0] ?? '';

/** Someone of staff who is logged in. */
export async function addStaff(server: TestServer, role: StaffRole): Promise<MadeStaff> {
  const email = `${role}-${crypto.randomUUID().slice(0, 8)}@staff.example`;
  const token = await inviteOnCommandLine(server, email, role);
  const opened = await staffCall(server, 'invitation.open', { token });
  const secret = String(opened.body['secret']);
  const input = { token, name: 'Kim', password: STAFF_PASSWORD, code: codeOf(server, secret) };
  const accepted = await staffCall(server, 'invitation.accept', input);
  const { id } = accepted.body['staff'] as { id: string };
  return { id, email, secret, cookie: staffCookieIn(accepted) };
}
