// Contract of the account: complaints.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Language } from './values.ts';

/** Subjects of a complaint. */
export const complaintSubjects = ['member', 'content', 'payment', 'decision', 'data', 'else'] as const;

/**
 * A complaint, with or without a login. `text` has at most 5,000 characters. `email` is the reply address and may be
 * empty: the complaint is stored, but cannot be answered. `language` is the language of the page and of the receipt;
 * for an unsupported one the server uses the visitor's.
 */
export const Complaint = z.strictObject({
  email: z.string().check(z.trim(), z.maxLength(254)),
  subject: z.enum(complaintSubjects),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)),
  language: z.optional(Language),
});
export type Complaint = z.infer<typeof Complaint>;

/**
 * `complain` stores a complaint and mails it to customer service. It mails a receipt to `email` within that address's
 * daily mail limit (decisions C account, E2). An identical complaint on the same day is stored once. Errors: `invalid`
 * (422) with the refused field.
 */
export const account = {
  complain: endpoint({
    method: 'POST',
    path: '/api/complaint.php',
    access: 'anyone',
    input: Complaint,
    output: z.strictObject({ received: z.literal(true) }),
    errors: [],
    forms: true,
    limit: 5,
  }),
};
