// The secret of an authenticator, encrypted at rest and bound to its account.
import type { Config } from '../config/index.ts';
import { seal, unseal } from '../payments/seal.ts';

const placeOf = (id: string): string => `staff totp ${id}`;

export const sealTotpSecret = (config: Config, id: string, secret: string): Buffer => seal(config, placeOf(id), secret);

export const openTotpSecret = (
  config: Config,
  { id, totp_secret }: { readonly id: string; readonly totp_secret: Uint8Array | null },
): string | null => (totp_secret ? unseal(config, placeOf(id), totp_secret) : null);
