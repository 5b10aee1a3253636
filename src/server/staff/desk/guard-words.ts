// The words that the scam guard of a brand looks for: ours, and what the brand has changed of them.
import type { StaffInput, StaffOutput } from '#contract/staff';
import { bankWord, OUR_WORDS } from '#domain/scam-guard';
import type { Db } from '../../db/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { readWordChanges, setWordChange } from '../../modules/safety/word-changes.ts';
import type { AuditNote } from '../audit.ts';

/** Fewer would be found in every message. */
const LETTERS = /[\p{L}\p{Nd}]/gu;
const MIN_LETTERS = 3;

const key = ({ kind, word }: { kind: string; word: string }): string => `${kind} ${word}`;

export async function guardWords(db: Db, tenant: number): Promise<StaffOutput<'words.list'>['words']> {
  const changes = await readWordChanges(db, tenant);
  const off = new Set(changes.filter(({ is_off: isOff }) => isOff).map(key));
  const ours = OUR_WORDS.map((word) => ({ ...word, is_on: !off.has(key(word)), is_ours: true }));
  const own = changes
    .filter(({ is_off: isOff }) => !isOff)
    .map(({ kind, language, word }) => ({ kind, language, word, is_on: true, is_ours: false }));
  return [...own, ...ours];
}

/** Throws a Refusal when the word is too short. */
export async function setGuardWord(
  db: Db,
  tenant: number,
  { kind, language, word: typed, is_on: isOn, reason }: Omit<StaffInput<'words.set'>, 'brand'>,
): Promise<AuditNote> {
  const word = bankWord(typed);
  if ((word.match(LETTERS)?.length ?? 0) < MIN_LETTERS) throw new Refusal('invalid', { fields: { word: 'too_short' } });
  const isOurs = OUR_WORDS.some((each) => key(each) === key({ kind, word }));
  await setWordChange(db, { tenant, kind, language, word, isOn, isOurs });
  return { subject: `scam word ${kind}`, reason, after: { word, language, is_on: isOn } };
}
