// A mail that the operator sends to all who want its type; `texts` by language.
import type { JSONColumnType } from 'kysely';
import { plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface MailingTable {
  tenant: number;
  id: string;
  type: 'promotions' | 'news';
  texts: JSONColumnType<Readonly<Record<string, string>>>;
  created_at: Date;
}

export const mailing = table<MailingTable>()({
  retention: { column: 'created_at', keepHours: 90 * DAY },
  owners: [],
  columns: plain('tenant', 'id', 'type', 'texts', 'created_at'),
});
