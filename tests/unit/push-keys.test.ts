// The key pair by which push services know the server.
import { expect, test } from 'vitest';
import webpush from 'web-push';
import { pushKeysFrom } from '#server/push/keys';

// One secret in 256 makes a private key that begins with a zero.
test('PU3: every secret makes keys of full length, which the library for web push takes', () => {
  const made = Array.from({ length: 2000 }, (_, n) => pushKeysFrom(Buffer.from(`secret ${n}`)));
  for (const keys of made)
    expect(Object.values(keys).map((key: string) => Buffer.from(key, 'base64url').length)).toEqual([65, 32]);
  const short = made.filter(({ privateKey }) => Buffer.from(privateKey, 'base64url')[0] === 0);
  expect(short.length).toBeGreaterThan(0);
  for (const keys of short) {
    const vapidDetails = { subject: 'mailto:support@site.example', ...keys };
    const { headers } = webpush.generateRequestDetails(
      { endpoint: 'https://push.example/a', keys: { p256dh: '', auth: '' } },
      null,
      { vapidDetails },
    );
    expect(headers).toHaveProperty('Authorization');
  }
});
