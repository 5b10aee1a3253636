// Reports of the mail service about bounces, spam complaints and list unsubscriptions, with a shared secret; repeating one changes nothing.
import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type DisabledReason, mailWebhookPath } from '#contract/notifications';
import { emailKey } from '../../auth/email-key.ts';
import type { EmittedEvent } from '../../context.ts';
import { storeEventsNow } from '../../live/hub.ts';
import { answerRawCall } from '../../http/raw-call.ts';
import { Refusal } from '../../http/refusal.ts';
import { parseJsonBody, readBytes } from '../../http/request-body.ts';
import type { RequestInfo } from '../../http/request-info.ts';
import type { Answer } from '../../http/responses.ts';
import type { Services } from '../../services.ts';
import { disableMails } from './choices.ts';

const REASONS: Readonly<Record<'bounce' | 'complaint' | 'unsubscribe', DisabledReason>> = {
  bounce: 'bounce',
  complaint: 'fbl',
  unsubscribe: 'listunsubscribe',
};
const Report = z.object({
  event: z.enum(['bounce', 'complaint', 'unsubscribe']),
  email: z.string().check(z.maxLength(254)),
});
const Reports = z.object({ events: z.array(Report).check(z.maxLength(500)) });

/** Without a secret in the settings there is no such address. */
export const isMailWebhook = ({ config }: Pick<Services, 'config'>, path: string): boolean =>
  config.mailWebhookSecret !== null && path === mailWebhookPath;

export const answerMailWebhook = (services: Services, request: RequestInfo): Promise<Response> =>
  answerRawCall(services, request, 'webhook.mail', () => handle(services, request));

async function handle(services: Services, request: RequestInfo): Promise<Answer> {
  if (request.c.req.method !== 'POST') throw new Refusal('method_not_allowed');
  if (!isSecret(services.config.mailWebhookSecret ?? '', request.header('authorization')))
    throw new Refusal('forbidden');
  const parsed = Reports.safeParse(parseJsonBody(await readBytes(request.c.req.raw)));
  if (!parsed.success) throw new Refusal('malformed');
  for (const report of parsed.data.events) await disable(services, request.site.id, report);
  return { status: 204, body: null };
}

/** Compares digests, so that neither length nor content of the secret shows in the time it takes. */
function isSecret(secret: string, header: string | undefined): boolean {
  const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${secret}`), digest(header ?? ''));
}

/** Unknown addresses are ignored: the service also reports about accounts that are gone. */
async function disable(
  { database, hub, now }: Services,
  tenant: number,
  { event, email }: z.infer<typeof Report>,
): Promise<void> {
  const stored = await database.inTenant(tenant, async (db) => {
    const account = await disableMails(db, tenant, REASONS[event], { emailKey: emailKey(email) });
    const emitted: EmittedEvent[] = account ? [[{ type: 'user' }, { account }]] : [];
    return storeEventsNow(db, tenant, now(), emitted);
  });
  hub.publish(stored);
}
