// Tokens of appeal links: the decision and who appeals, so that a member who cannot log in can appeal too.
import { DAY_MS } from '#domain/durations';
import { type AppealSide, appealSides } from '#contract/appeals';
import { APPEAL } from '#domain/limits';
import type { Db } from '../db/index.ts';
import { readToken, signToken } from './signed-token.ts';

export interface AppealRight {
  readonly decision: string;
  readonly side: AppealSide;
}

export const appealToken = (db: Db, tenant: number, { decision, side }: AppealRight): Promise<string> =>
  signToken(db, tenant, 'appeal', { id: decision, number: appealSides.indexOf(side) });

/** Null for a token that this server did not sign for this tenant. */
export async function appealRightOf(db: Db, tenant: number, token: string): Promise<AppealRight | null> {
  const signed = await readToken(db, tenant, 'appeal', token);
  const side = signed && appealSides[signed.number];
  return signed && side ? { decision: signed.id, side } : null;
}

/** Until when a decision can be appealed. */
export const appealEnd = (decidedAt: Date): Date => new Date(decidedAt.getTime() + APPEAL.days * DAY_MS);
