// Contract of appeals against decisions about reports, photos and accounts.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Who appeals: the member who reported, or the member the decision is about. */
export const appealSides = ['reporter', 'member'] as const;
export type AppealSide = (typeof appealSides)[number];

/**
 * `send` stores an appeal by the token of the mailed link and mails a receipt; it needs no login, since a suspended member
 * appeals too. `text` has at most 5,000 characters. Errors: `appeal_over` for an unknown link or a decision of more than six
 * months ago, `appeal_sent` for a second appeal against the same decision.
 */
export const appeals = {
  send: endpoint({
    method: 'POST',
    path: '/api/appeal.php',
    access: 'anyone',
    input: z.strictObject({
      token: z.string().check(z.maxLength(200)),
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)),
    }),
    output: z.strictObject({ received: z.literal(true) }),
    errors: ['appeal_over', 'appeal_sent'],
    forms: true,
    limit: 20,
  }),
};
