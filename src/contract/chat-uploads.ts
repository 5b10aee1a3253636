// Contract of what is uploaded to chats: pictures and recordings. Apart from the other calls, since pages load it when it is needed.
import * as z from 'zod/mini';
import { Message, SEND_ERRORS } from './chats.ts';
import { endpoint } from './endpoint.ts';
import { MAX_PHOTO_BYTES, PHOTO_FAULTS, PHOTO_TYPES } from './photos.ts';
import { Id, numberInQuery } from './values.ts';

/** What is said about a picture to send, as of a message. A retry with the same `client_id` sends nothing twice. */
const PictureDraft = z.strictObject({ conversation: z.optional(Id), profile: z.optional(Id), client_id: Id });

/** The same of a recording. Its body begins with `text_bytes` of text: what stands in an address ends up in logs. */
const VoiceDraft = z.strictObject({ ...PictureDraft.shape, text_bytes: z.optional(numberInQuery(1, 40_000)) });

/** Content types that browsers name for recordings; the server reads the kind from the bytes. */
const VOICE_TYPES = ['audio/webm', 'audio/ogg', 'audio/mp4', 'application/octet-stream'] as const;

/** Why a recording is refused; another try with the same one changes nothing. */
export const VOICE_FAULTS = ['voice_kind', 'voice_long', 'voice_broken'] as const;
export type VoiceFault = (typeof VOICE_FAULTS)[number];

/** The largest body that is taken, with the text in front of the recording. */
const MAX_VOICE_BYTES = 1_500_000;

const Sent = z.strictObject({ message: Message, credits: z.int() });

/**
 * Both send a message as `chats.send` does, for `photo_credits`; one that is refused costs nothing. `sendPicture` takes the picture as its
 * body, and refuses one that seems to show nudity with `photo_revealing`, unless it is sent `anyway`. `sendVoice` takes a recording of at
 * most a minute and the text in front of it, which is shown below it.
 */
export const chatUploads = {
  sendPicture: endpoint({
    method: 'POST',
    path: '/api/chat-picture.php',
    access: 'member',
    input: z.strictObject({ ...PictureDraft.shape, anyway: z.optional(z.literal('1')) }),
    output: Sent,
    errors: [...SEND_ERRORS, ...PHOTO_FAULTS, 'photo_revealing', 'upload_stalled'],
    upload: { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES },
    limit: 20,
  }),
  sendVoice: endpoint({
    method: 'POST',
    path: '/api/chat-voice.php',
    access: 'member',
    input: VoiceDraft,
    output: Sent,
    errors: [...SEND_ERRORS, ...VOICE_FAULTS, 'upload_stalled'],
    upload: { types: VOICE_TYPES, maxBytes: MAX_VOICE_BYTES },
    limit: 20,
  }),
};
