// Handlers of contract/profile: read one's own profile, save a section.
import type { FieldCode } from '#contract/errors';
import type { OwnProfile, profile, ProfileSection } from '#contract/profile';
import type { Ctx, Handlers } from '../../context.ts';
import { lockMember } from '../../db/lock-account.ts';
import type { Services } from '../../services.ts';
import { ownRow, readOwnProfile } from './own-profile.ts';
import { changesOf } from './section-changes.ts';

export function profileHandlers(services: Services): Handlers<typeof profile> {
  return {
    own: async (ctx) => ({ profile: await readOwnProfile(ctx, ctx.member().id) }),
    save: async (ctx, section) => ({ profile: await saveSection(services, ctx, section) }),
  };
}

async function saveSection({ places }: Services, ctx: Ctx, section: ProfileSection): Promise<OwnProfile> {
  const { db, tenant, site } = ctx;
  const { id } = ctx.member();
  // Each section reads what the one before has stored.
  await lockMember(db, tenant, id);
  const row = await ownRow(db, tenant, id).executeTakeFirstOrThrow();
  const { columns, errors } = changesOf(section, { row, site, places, now: ctx.now() });
  const fields = Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, FieldCode] => entry[1] !== null),
  );
  if (Object.keys(fields).length > 0) throw ctx.refuse('invalid', { fields });
  if (Object.keys(columns).length > 0) {
    await db.updateTable('profile').set(columns).where('tenant', '=', tenant).where('id', '=', id).execute();
    ctx.emit({ type: 'user' }, { account: id });
  }
  return readOwnProfile(ctx, id);
}
