// Inputs of calls that are more than a few words: a photo, a recording, a subscription to push, and credentials.
import { plainJpeg } from './pictures.ts';
import { recording } from './recordings.ts';

const picture = new Uint8Array(await plainJpeg());
export const upload = { body: picture, headers: { 'content-type': 'image/jpeg' } };
export const voiceUpload = { body: await recording(), headers: { 'content-type': 'audio/webm' } };
export const pushSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
  // The example of RFC 8291, section 5.
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

/** Credentials that no server asked for. */
export const newCredential = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
export const usedCredential = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
