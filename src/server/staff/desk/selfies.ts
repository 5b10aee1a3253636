// Selfies as staff judge them: beside the main photo, each look and decision in the log.
import { Refusal } from '../../http/refusal.ts';
import { decideSelfie, readSelfie } from '../../modules/selfies/decide-selfie.ts';
import { readMain } from '../../modules/selfies/own-selfie.ts';
import { audited, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { pictureOf } from './pictures.ts';

export const showSelfie: StaffHandler<'selfies.show'> = async (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { selfie, main, member } = await audited(ctx, tenant, async (db, note) => {
    const found = await readSelfie(db, tenant, id);
    if (!found) throw new Refusal('not_found');
    await note({ subject: `selfie ${id}` });
    const profile = await db
      .selectFrom('profile')
      .select(['id', 'name', 'birth_date'])
      .where('tenant', '=', tenant)
      .where('id', '=', found.account)
      .executeTakeFirstOrThrow();
    return { selfie: found, main: await readMain(db, { tenant, account: found.account }), member: profile };
  });
  const { photo, file, verified } = main;
  return {
    selfie: {
      ...{ id, at: selfie.at.toISOString(), gesture: selfie.gesture },
      ...{ member: member.id, name: member.name, birth_date: member.birth_date, verified },
      picture: await pictureOf(ctx, selfie.file),
      photo: photo === null || file === null ? null : { id: photo, picture: await pictureOf(ctx, file) },
    },
  };
};

const REFUSED = { unknown: 'not_found', photo_gone: 'photo_gone' } as const;

export const decideSelfieCall: StaffHandler<'selfies.decide'> = (ctx, { brand, id, photo, verdict }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const decision = { tenant, selfie: id, photo, operator: ctx.staff().email, verdict, now: ctx.now };
    const done = await decideSelfie(db, decision);
    // Throws, so that nothing of the decision stays.
    if ('obstacle' in done) throw new Refusal(REFUSED[done.obstacle]);
    const reason = verdict.action === 'reject' ? verdict.reason : null;
    const after = { verified: verdict.action === 'approve' };
    await note({ subject: `selfie ${id}`, reason, before: { verified: done.wasVerified }, after });
    return { before: done.wasVerified };
  });
};
