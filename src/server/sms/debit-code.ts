// The code that signs a mandate. It is made when it is sent, since only its hash is stored.
import { DEBIT } from '#domain/debit';
import { translatorFor } from '#i18n/translator';
import * as z from 'zod/mini';
import { makeCode } from '../payments/mandates.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';

const data = z.strictObject({ tenant: z.int(), reference: z.string() });

/** Tried again as long as the member may wait for it; the latest code counts. */
export const debitCodeMessage = jobKind({
  name: 'debit_code',
  data,
  retries: { times: 3, delay: 5, longest: 30 },
  // No one waits for it any more.
  ifGivenUp: 'not kept',
  run: sendCode,
});

async function sendCode(services: Services, { tenant, reference }: z.infer<typeof data>): Promise<void> {
  const site = siteOfTenant(services, tenant);
  const made = await services.database.inTenant(tenant, (db) => makeCode(services, db, tenant, reference));
  if (!made) return;
  const { translate } = translatorFor(made.language, site.texts(made.language));
  const text = translate('debit:sms', {
    code: made.code,
    site: site.siteSettings.mail_name,
    minutes: DEBIT.codeMinutes,
  });
  await services.sms?.send({ to: made.phone, text });
}
