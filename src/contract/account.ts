// What travels about an account and between a person and the people who run the site.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Language } from './values.ts';

/** What a complaint can be about. */
export const complaintSubjects = ['member', 'content', 'payment', 'decision', 'data', 'else'] as const;

/**
 * A complaint, from anybody. `text` counts at most 5,000 characters; `email` is where the answer goes and may be empty: then nobody can
 * answer, but the complaint arrives all the same. `language` is that of the page the form stands on, in which the receipt comes; the
 * visitor's, where none of the site's is named.
 */
export const Complaint = z.strictObject({
  email: z.string().check(z.trim(), z.maxLength(254)),
  subject: z.enum(complaintSubjects),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(5000)),
  language: z.optional(Language),
});
export type Complaint = z.infer<typeof Complaint>;

/**
 * `complain` stores a complaint and mails it to customer service, with a receipt to its address, as far as that may get mail today
 * (decisions E2). The same complaint on the same day is one complaint. Codes of a bad address stand beside the field (422).
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
