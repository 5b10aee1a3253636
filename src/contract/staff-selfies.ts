// The calls of staff about selfies: one beside the main photo that it is to prove, and the decision.
import * as z from 'zod/mini';
import { selfieReasons } from './selfies.ts';
import { Brand, staffCall } from './staff-call.ts';
import { PictureAddress } from './staff-views.ts';
import { Id, Moment } from './values.ts';

const About = z.strictObject({ brand: Brand, id: Id });

export const selfieCalls = {
  /** `photo` is the main photo, null when there is none that others see. */
  'selfies.show': staffCall({
    method: 'GET',
    path: '/operator/api/selfie',
    input: About,
    output: z.strictObject({
      selfie: z.strictObject({
        ...{ id: Id, at: Moment, gesture: z.string(), picture: PictureAddress },
        ...{ member: Id, name: z.string(), birth_date: z.string(), verified: z.boolean() },
        photo: z.nullable(z.strictObject({ id: Id, picture: PictureAddress })),
      }),
    }),
  }),
  /** `photo` is the main photo that was looked at; `photo_gone` when it is another one by now. */
  'selfies.decide': staffCall({
    method: 'POST',
    path: '/operator/api/selfies/decide',
    input: z.strictObject({
      ...About.shape,
      photo: Id,
      verdict: z.union([
        z.strictObject({ action: z.literal('approve') }),
        z.strictObject({ action: z.literal('reject'), reason: z.enum(selfieReasons) }),
      ]),
    }),
    output: z.strictObject({ before: z.boolean() }),
  }),
} as const;
