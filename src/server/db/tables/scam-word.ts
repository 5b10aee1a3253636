// A word that operators have added to those of the scam guard, or one of ours that they have switched off.
import type { WordKind } from '#contract/safety';
import { plain } from '../personal.ts';
import { table } from '../table.ts';

export interface ScamWordTable {
  tenant: number;
  kind: WordKind;
  /** As `bankWord` writes it. */
  word: string;
  /** For the list of the console; messages are searched for the words of all languages. */
  language: string;
  is_off: boolean;
}

export const scamWord = table<ScamWordTable>()({
  retention: { keep: 'forever', because: 'Words that the brand looks for, which concern no person.' },
  owners: [],
  columns: plain('tenant', 'kind', 'word', 'language', 'is_off'),
});
