// The receipt of a withdrawal: its content, date and time (Directive 2011/83/EU, article 11a).
import * as z from 'zod/mini';
import { momentText, moneyText } from '#site/formats';
import { methodText } from '../payments/method-text.ts';
import { jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { paymentForMail } from './purchase.ts';

export const withdrawalMail = jobKind({
  name: 'withdrawal_mail',
  data: z.strictObject({ tenant: z.int(), payment: z.uuid() }),
  retries: MAIL_RETRIES,
  run: sendReceipt,
});

async function sendReceipt(
  services: Services,
  { tenant, payment }: { tenant: number; payment: string },
): Promise<void> {
  const found = await paymentForMail(services, tenant, payment);
  if (!found?.withdrawn_at) return;
  const { site, language, email, translator, tag, zone, currency } = found;
  const mail = composeMail(site, language, email, 'withdrawal', {
    number: found.id,
    credits: translator.translate('credits:amount', { count: found.withdrawn_credits ?? 0 }),
    refund: moneyText(tag, found.withdrawn_amount ?? 0, currency),
    method: methodText(translator, found.method),
    at: momentText(tag, found.withdrawn_at, zone),
  });
  await services.mailer.send(mail);
}
