// Contract of consents: accepting new terms, and the consent to use sensitive data, which can be withdrawn.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';

/** `terms`: the terms in force; `sensitive`: the use of data about sexual orientation (GDPR, article 9). */
export const consentKinds = ['terms', 'sensitive'] as const;

/**
 * Calls of consents; all are idempotent. `give` accepts the terms in force, or consents again to the use of sensitive data,
 * which shows the profile again. `withdraw` takes the latter consent back: until it is given again the profile is hidden,
 * and searching, liking and writing answer `consent_required`.
 */
export const consent = {
  give: endpoint({
    method: 'POST',
    path: '/api/consent.php',
    access: 'member',
    input: z.strictObject({ kind: z.enum(consentKinds) }),
    output: NoOutput,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/consent.php',
    access: 'member',
    input: NoInput,
    output: NoOutput,
  }),
};
