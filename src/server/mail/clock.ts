// How the reader of a mail writes moments: as their country writes their language, by the clock of their place.
import { regionalTag } from '#domain/languages';
import { timeZoneOf } from '#domain/local-day';
import { tagOf } from '#site/language-tag';
import { siteOfTenant, type Services } from '../services.ts';

interface Reader {
  readonly tenant: number;
  readonly account: string;
  readonly language: string;
}

/** UTC for a reader without a profile. */
export async function clockOf(
  services: Services,
  { tenant, account, language }: Reader,
): Promise<{ tag: string; zone: string }> {
  const place = await services.database.inTenant(tenant, (db) =>
    db
      .selectFrom('profile')
      .select(['country', 'region'])
      .where('tenant', '=', tenant)
      .where('id', '=', account)
      .executeTakeFirst(),
  );
  const tag = tagOf(siteOfTenant(services, tenant), language);
  if (!place) return { tag, zone: 'UTC' };
  return { tag: regionalTag(language, tag, place.country), zone: timeZoneOf(place.country, place.region) };
}
