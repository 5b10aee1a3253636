// Makes members for the api tests, with defaults that a test may override.
import type { ProfileStatus } from '#server/db/tables/profile';
import type { AccountStatus } from '#server/db/tables/account';
import type { PhotoStatus } from '#server/db/tables/photo';
import type { OpenDatabase } from '#server/db/index';
import { emailKey } from '#server/auth/email-key';
import { creditAccount } from '#server/payments/ledger';
import { hashPassword } from '#server/auth/password-hashing';
import { hashToken, startSession } from '#server/auth/sessions';
import type { Site } from '#site/load';

export interface MemberDraft {
  readonly email?: string;
  readonly name?: string;
  readonly gender?: string;
  readonly sexuality?: string;
  readonly birth_date?: string;
  readonly country?: string;
  readonly region?: string | null;
  readonly status?: AccountStatus;
  readonly profile_status?: ProfileStatus;
  readonly visible?: boolean;
  readonly fictional?: boolean;
  readonly show_to_visitors?: boolean;
  readonly paid_user?: boolean;
  readonly accepted_terms_at?: Date | null;
  readonly credits?: number;
  readonly signup_at?: Date;
  readonly last_active?: Date;
  readonly joined_at?: Date;
  readonly about?: string;
  readonly photos?: readonly { readonly private?: boolean; readonly status?: PhotoStatus }[];
}
export interface MadeMember {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** A Cookie header with a live session. */
  readonly cookie: string;
  readonly photos: readonly { readonly id: string; readonly token: string }[];
}

const PASSWORD = 'correct horse battery';
const hashed = hashPassword(PASSWORD);

export async function addMember(
  database: OpenDatabase,
  site: Site,
  now: Date,
  draft: MemberDraft = {},
): Promise<MadeMember> {
  const tenant = site.id;
  const id = crypto.randomUUID();
  const email = draft.email ?? `${id}@example.test`;
  const name = draft.name ?? `Member ${id.slice(0, 6)}`;
  const password_hash = await hashed;
  const photos = (draft.photos ?? []).map((photo) => ({
    ...photo,
    id: crypto.randomUUID(),
    token: crypto.randomUUID().replaceAll('-', ''),
  }));
  const token = await database.inTenant(tenant, async (db) => {
    const { status = 'active', paid_user = false, credits = 0 } = draft;
    await db
      .insertInto('account')
      .values({
        tenant,
        id,
        email,
        email_key: emailKey(email),
        password_hash,
        status,
        language: 'en',
        signup_at: draft.signup_at ?? now,
        accepted_terms_at: draft.accepted_terms_at === undefined ? now : draft.accepted_terms_at,
        consented_at: now,
        paid_user,
      })
      .execute();
    if (credits > 0)
      await creditAccount(db, { tenant, account: id, credits, kind: 'signup', book: 'bonus', about: null, at: now });
    const {
      gender = 'female',
      sexuality = 'hetero',
      birth_date = '1990-06-15',
      country = 'NL',
      region = null,
      visible = true,
      fictional = false,
      show_to_visitors = false,
    } = draft;
    await db
      .insertInto('profile')
      .values({
        tenant,
        id,
        name,
        gender,
        sexuality,
        birth_date,
        country,
        region,
        visible,
        fictional,
        show_to_visitors,
        about: draft.about ?? 'About me',
        hair_colour: 'brown',
        status: draft.profile_status ?? 'active',
        last_active: draft.last_active ?? now,
        joined_at: draft.joined_at ?? draft.signup_at ?? now,
        main_photo: photos[0]?.id ?? null,
      })
      .execute();
    for (const [position, photo] of photos.entries()) {
      await db
        .insertInto('photo')
        .values({
          tenant,
          id: photo.id,
          profile: id,
          token: photo.token,
          file: 'p001',
          private: photo.private ?? false,
          status: photo.status ?? 'active',
          position,
        })
        .execute();
    }
    return startSession(db, tenant, id, now, 'test');
  });
  return { id, email, password: PASSWORD, name, cookie: `auth.session=${token}`, photos };
}

/** What is stored of the session of a cookie. */
export const sessionHash = ({ cookie }: { readonly cookie: string }): Uint8Array =>
  hashToken(cookie.split('=')[1] ?? '');

export async function block(database: OpenDatabase, site: Site, blocker: string, blocked: string): Promise<void> {
  await database.inTenant(site.id, (db) =>
    db.insertInto('block').values({ tenant: site.id, blocker, blocked }).execute(),
  );
}
