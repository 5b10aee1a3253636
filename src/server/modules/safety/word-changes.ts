// What a brand has changed of the words of the scam guard.
import type { WordChange, WordKind } from '#contract/safety';
import type { Db } from '../../db/index.ts';

export const readWordChanges = (db: Db, tenant: number): Promise<(WordChange & { readonly language: string })[]> =>
  db
    .selectFrom('scam_word')
    .select(['kind', 'word', 'language', 'is_off'])
    .where('tenant', '=', tenant)
    .orderBy('kind')
    .orderBy('word')
    .execute();

interface WordSetting {
  readonly tenant: number;
  readonly kind: WordKind;
  readonly language: string;
  readonly word: string;
  readonly isOn: boolean;
  /** One of those that every brand has. */
  readonly isOurs: boolean;
}

/** Only what differs from our words has a row. */
export async function setWordChange(db: Db, { isOn, isOurs, ...row }: WordSetting): Promise<void> {
  const { tenant, kind, word } = row;
  if (isOn === isOurs)
    await db
      .deleteFrom('scam_word')
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .where('word', '=', word)
      .execute();
  else
    await db
      .insertInto('scam_word')
      .values({ ...row, is_off: !isOn })
      .onConflict((conflict) => conflict.columns(['tenant', 'kind', 'word']).doUpdateSet({ language: row.language }))
      .execute();
}
