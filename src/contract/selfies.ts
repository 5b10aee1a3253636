// Contract of verified photos: a selfie with a gesture, by which a person sees that the main photo shows the member.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { MAX_PHOTO_BYTES, PHOTO_FAULTS, PHOTO_TYPES } from './photos.ts';
import { openEnum } from './values.ts';

/** What a selfie is to show besides the face. Each is drawn, and has a text in every language. */
export const gestures = [
  ...(['open_hand', 'thumb_up', 'two_fingers'] as const),
  ...(['hand_on_head', 'finger_on_nose', 'hand_on_ear'] as const),
] as const;
export type Gesture = (typeof gestures)[number];

/** Why a selfie proved nothing. Each has a text in every language. */
export const selfieReasons = ['other_person', 'no_gesture', 'unclear', 'not_taken'] as const;
export type SelfieReason = (typeof selfieReasons)[number];

/**
 * Where a member's main photo stands. `rejected` is the answer to the last selfie, with its `reason`, as long as the main photo is the same. `gesture` is the one
 * that the next selfie is to show; null while none is needed, and without a main photo that others see.
 */
export const OwnSelfie = z.strictObject({
  status: openEnum(['none', 'pending', 'verified', 'rejected']),
  reason: z.nullable(openEnum(selfieReasons)),
  gesture: z.nullable(openEnum(gestures)),
});
export type OwnSelfie = z.infer<typeof OwnSelfie>;

/**
 * Calls of one's own selfie. `send` takes the place of one that waits. It is refused with `main_photo_needed`, with `gesture_over` when it shows another gesture
 * than the one that was drawn or came too late, with `forbidden` while the main photo is verified, and as photos are. `withdraw` deletes one that waits.
 */
export const selfies = {
  read: endpoint({
    method: 'GET',
    path: '/api/selfie.php',
    access: 'member',
    input: NoInput,
    output: OwnSelfie,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/selfie.php',
    access: 'member',
    input: z.strictObject({ gesture: z.enum(gestures) }),
    output: OwnSelfie,
    errors: [...(['main_photo_needed', 'gesture_over'] as const), ...PHOTO_FAULTS, 'upload_stalled'],
    upload: { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES },
    limit: 10,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/selfie.php',
    access: 'member',
    input: NoInput,
    output: OwnSelfie,
  }),
};
