// The text of the SEPA mandate, with creditor and reference, in the wording of the scheme.
import type { DebitOffer } from '#contract/debit';
import { countryName, t } from '#lib/i18n';

export function DebitMandate({ creditor, reference }: Pick<DebitOffer, 'creditor' | 'reference'>) {
  const facts = [
    [t('debit:creditor'), [creditor.name, creditor.address, creditor.city, countryName(creditor.country)].join(', ')],
    [t('debit:creditor_id'), creditor.identifier],
    [t('debit:reference'), reference],
    [t('debit:kind'), t('debit:kind_once')],
  ];
  return (
    <section className="panel stack mandate" aria-labelledby="mandate">
      <h2 id="mandate">{t('debit:mandate')}</h2>
      <p>{t('debit:mandate_text', { creditor: creditor.name })}</p>
      <p>{t('debit:mandate_refund')}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{t('debit:notice')}</p>
    </section>
  );
}
