// A passkey as a device would make and use it: an EC key, a counter, and signed data (WebAuthn level 3).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewCredential, UsedCredential } from '#contract/passkeys';

export interface PasskeyOptions {
  readonly challenge: string;
}
export interface TestPasskey {
  readonly id: string;
  /** What the browser makes of the options of `passkeys.begin`. */
  made(options: PasskeyOptions): NewCredential;
  /** What the browser makes of the options of `passkeys.challenge`; the device counts by itself. */
  used(options: PasskeyOptions, changes?: { counter?: number; origin?: string; verified?: boolean }): UsedCredential;
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
/** Flags of authenticator data: user present, user verified, credential data included. */
const [PRESENT, VERIFIED, CREDENTIAL] = [0x01, 0x04, 0x40];

export function newPasskey(origin: string): TestPasskey {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counted = 0;
  const clientData = (type: string, { challenge }: PasskeyOptions, at: string): string =>
    JSON.stringify({ type, challenge, origin: at, crossOrigin: false });
  const deviceData = (flags: number, counter: number): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), number]);
  };
  const shared = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const;

  /** The public key as COSE: key type EC, ES256, P-256, x and y. */
  function coseKey(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x) as Uint8Array<ArrayBuffer>],
        [-3, bytes(y) as Uint8Array<ArrayBuffer>],
      ]),
    );
  }

  return {
    id: shared.id,
    made: (options) => {
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        deviceData(PRESENT | VERIFIED | CREDENTIAL, 0),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ]);
      const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, origin)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
        },
      };
    },
    used: (options, { counter = (counted += 1), origin: at = origin, verified = true } = {}) => {
      const data = clientData('webauthn.get', options, at);
      const authenticatorData = deviceData(PRESENT | (verified ? VERIFIED : 0), counter);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return {
        ...shared,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      };
    },
  };
}
