// Who judges a selfie: staff, or a provider in their place.
import type { Db } from '../../db/index.ts';

/**
 * Is asked in the transaction that keeps the selfie, where a provider adds the job that asks it. Its answer comes through `decideSelfie`
 * (src/server/modules/selfies/decide-selfie.ts), with its name as the operator.
 */
export interface SelfieJudge {
  ask(db: Db, selfie: { readonly tenant: number; readonly id: string }): Promise<void>;
}

/** They find it in the inbox of the console. */
export const staffJudge: SelfieJudge = { ask: () => Promise.resolve() };
