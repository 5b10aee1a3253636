// Selfies as staff judge them: beside the main photo, each look and decision in the log.
import { Refusal } from '../../http/refusal.ts';
import { audited, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { judgeSelfie, readJudged } from './judged-selfie.ts';
import { pictureOf } from './pictures.ts';

export const showSelfie: StaffHandler<'selfies.show'> = async (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { selfie, file, photo } = await audited(ctx, tenant, async (db, note) => {
    const found = await readJudged(db, tenant, id);
    if (!found) throw new Refusal('not_found');
    await note({ subject: `selfie ${id}` });
    return found;
  });
  return {
    selfie: {
      ...selfie,
      picture: await pictureOf(ctx, file),
      photo: photo && { id: photo.id, picture: await pictureOf(ctx, photo.file) },
    },
  };
};

export const decideSelfieCall: StaffHandler<'selfies.decide'> = (ctx, { brand, id, photo, verdict }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const decision = { tenant, selfie: id, photo, operator: ctx.staff().email, verdict, now: ctx.now };
    const judged = await judgeSelfie(db, decision);
    if (!judged) throw new Refusal('not_found');
    await note(judged);
    return { before: judged.before.verified };
  });
};
