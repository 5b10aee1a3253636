// Pictures as staff see them: a photo that waits, and those and recordings in the evidence of a report. Each look is in the log.
import { contentTypeOf } from '#domain/content-types';
import { VOICE_FORM } from '../../media/photo-forms.ts';
import { voiceType } from '../../media/voice-urls.ts';
import { Refusal } from '../../http/refusal.ts';
import { readReport } from '../../modules/safety/decide-report.ts';
import { bytesOf } from '../../storage/file-store.ts';
import { audited } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffCtx, StaffHandler } from '../context.ts';

/** Large enough to judge it, small enough for a desk far away. */
const FORM = '640.webp';

/** Within the answer of its call, so that it needs no address of its own and no cache keeps it. */
export const pictureOf = (ctx: StaffCtx, file: string): Promise<string | null> =>
  addressOf(ctx, { file, form: FORM, type: contentTypeOf(FORM) });

async function addressOf(
  { services }: StaffCtx,
  { file, form, type }: { readonly file: string; readonly form: string; readonly type: string },
): Promise<string | null> {
  const found = await services.photos.read(file, form);
  if (!found?.content) return null;
  return `data:${type};base64,${Buffer.from(await bytesOf(found.content)).toString('base64')}`;
}

export const showPhoto: StaffHandler<'photos.show'> = async (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { file, at, ...photo } = await audited(ctx, tenant, async (db, note) => {
    const found = await db
      .selectFrom('photo as f')
      .innerJoin('profile as p', (joined) => joined.onRef('p.tenant', '=', 'f.tenant').onRef('p.id', '=', 'f.profile'))
      .select([
        'f.id',
        'f.at',
        'f.file',
        'f.status',
        'f.reason',
        'f.private',
        'p.id as member',
        'p.name',
        'p.birth_date',
      ])
      .where('f.tenant', '=', tenant)
      .where('f.id', '=', id)
      .executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    await note({ subject: `photo ${id}` });
    return found;
  });
  return { photo: { ...photo, at: at.toISOString(), picture: await pictureOf(ctx, file) } };
};

export const showReportPicture: StaffHandler<'reports.picture'> = async (ctx, { brand, id, token }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { file, isVoice } = await audited(ctx, tenant, async (db, note) => {
    const report = await readReport(db, tenant, id);
    const { photo, messages = [] } = report?.evidence ?? {};
    const all = [photo, ...messages.flatMap(({ picture, voice }) => [picture, voice])];
    const found = all.find((each) => each?.token === token);
    if (!found) throw new Refusal('not_found');
    await note({ subject: `report ${id}` });
    return { file: found.file, isVoice: messages.some(({ voice }) => voice?.token === token) };
  });
  const voice = { file, form: VOICE_FORM, type: voiceType(token) };
  return { picture: await (isVoice ? addressOf(ctx, voice) : pictureOf(ctx, file)) };
};
