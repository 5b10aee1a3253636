// A push service on loopback that decrypts what it gets, as a browser does (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushMessage } from '#contract/push';

export interface FakeBrowser {
  /** As the browser's `PushSubscription` in JSON. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** The notifications it got, oldest first. */
  readonly shown: PushMessage['notification'][];
  /** The numbers for the app's icon that came with them. */
  readonly badges: number[];
  /** The status with which the service answers. */
  status: number;
}

export async function startPushService() {
  const browsers = new Map<string, FakeBrowser & { open(body: Buffer): PushMessage }>();
  const requests: { readonly authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ authorization: request.headers.authorization });
      const browser = browsers.get(request.url ?? '');
      if (browser?.status === 201) {
        const { notification, app_badge: badge } = browser.open(Buffer.concat(chunks));
        browser.shown.push(notification);
        browser.badges.push(badge);
      }
      response.writeHead(browser?.status ?? 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    browser(): FakeBrowser {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/${randomBytes(8).toString('hex')}`;
      const made = {
        subscription: { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } },
        shown: [],
        badges: [],
        status: 201,
        open: (body: Buffer) => PushMessage.parse(JSON.parse(decrypt(body, keys, auth))),
      };
      browsers.set(path, made);
      return made;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Content encoding aes128gcm with one record. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
