// Finds what a report is about, and copies it as evidence.
import type { Report, SentReport } from '#contract/safety';
import { HOUR_MS } from '#domain/durations';
import { SAFETY } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import type { ReportEvidence } from '../../db/tables/report.ts';

/** Messages that are kept before the reported one, so that a person can judge it. */
const MESSAGES_BEFORE = 5;

export interface Subject {
  readonly reported: string;
  readonly about: SentReport['about'];
  readonly evidence: ReportEvidence;
}
type Target = Pick<Report, 'profile' | 'photo' | 'seq'>;

/** Null when the member, photo or message does not exist, or the caller cannot have seen it. */
export async function readSubject(ctx: Ctx, me: string, target: Target): Promise<Subject | null> {
  const profile = await readProfile(ctx, me, target.profile);
  if (!profile) return null;
  const evidence = { profile };
  const reported = target.profile;
  if (target.photo !== undefined) {
    const photo = await readPhoto(ctx, target.profile, target.photo);
    return photo && { reported, about: 'photo', evidence: { ...evidence, photo } };
  }
  if (target.seq !== undefined) {
    const messages = await readMessages(ctx, me, target.profile, target.seq);
    return messages && { reported, about: 'message', evidence: { ...evidence, messages } };
  }
  return { reported, about: 'member', evidence };
}

/** A member who blocked the caller can still be reported, and one who vanished if they have written to each other. */
async function readProfile({ db, tenant }: Ctx, me: string, id: string): Promise<ReportEvidence['profile'] | null> {
  const row = await db
    .selectFrom('profile')
    .select(['name', 'line', 'about', 'reachable'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  // Also asked about no one, so that the time tells nothing.
  const isKnown = row?.reachable || (await readConversation({ db, tenant }, me, id));
  if (!row || !isKnown) return null;
  const { name, line, about } = row;
  return { name, line, about };
}

async function readPhoto(
  { db, tenant }: Ctx,
  profile: string,
  id: string,
): Promise<NonNullable<ReportEvidence['photo']> | null> {
  const row = await db
    .selectFrom('photo')
    .select(['token', 'file'])
    .where('tenant', '=', tenant)
    .where('profile', '=', profile)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row ?? null;
}

const readConversation = ({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, me: string, other: string) => {
  const [one, two] = [me, other].sort() as [string, string];
  return db
    .selectFrom('conversation')
    .select(['id', 'created_at', 'last_at'])
    .where('tenant', '=', tenant)
    .where('one', '=', one)
    .where('two', '=', two)
    .where('last_seq', '>', 0)
    .executeTakeFirst();
};

/**
 * The message `seq` with those before it; null unless the reported member wrote it to the caller. One deleted for both says what
 * it said for a day, and cannot be reported later.
 */
async function readMessages(
  ctx: Ctx,
  me: string,
  reported: string,
  seq: number,
): Promise<NonNullable<ReportEvidence['messages']> | null> {
  const conversation = await readConversation(ctx, me, reported);
  if (!conversation) return null;
  const rows = await messagesUpTo(ctx, conversation, seq);
  const last = rows.at(-1);
  if (last?.seq !== seq || last.sender !== reported) return null;
  if (last.deleted === 'both' && last.kept_text === null) return null;
  return rows.map(({ sender, text, gift, token, file, voice, voice_file, at, deleted, kept_text, kept_gift }) => {
    const said = deleted === 'both' ? { text: kept_text ?? '', gift: kept_gift } : { text, gift };
    return {
      mine: sender === me,
      text: said.text,
      ...(said.gift === null ? {} : { gift: said.gift }),
      ...(token === null || file === null ? {} : { picture: { token, file } }),
      ...(voice === null || voice_file === null ? {} : { voice: { token: voice, file: voice_file } }),
      ...(deleted === 'both' ? { deleted: true as const } : {}),
      at: at.toISOString(),
    };
  });
}

const messagesUpTo = (ctx: Ctx, conversation: { id: string; created_at: Date; last_at: Date }, seq: number) =>
  ctx.db
    .selectFrom('message as m')
    .leftJoin('chat_picture as c', (join) => join.onRef('c.tenant', '=', 'm.tenant').onRef('c.token', '=', 'm.picture'))
    .leftJoin('chat_voice as v', (join) => join.onRef('v.tenant', '=', 'm.tenant').onRef('v.name', '=', 'm.voice'))
    .leftJoin('deleted_message as d', (join) =>
      join
        .onRef('d.tenant', '=', 'm.tenant')
        .onRef('d.conversation', '=', 'm.conversation')
        .onRef('d.seq', '=', 'm.seq')
        .on('d.at', '>', new Date(ctx.now().getTime() - SAFETY.reportDeletedHours * HOUR_MS)),
    )
    .select([
      'm.sender',
      'm.text',
      'm.gift',
      'm.at',
      'm.seq',
      'm.deleted',
      'd.text as kept_text',
      'd.gift as kept_gift',
      'c.token',
      'c.file',
      'v.name as voice',
      'v.file as voice_file',
    ])
    .where('m.tenant', '=', ctx.tenant)
    .where('m.conversation', '=', conversation.id)
    .where('m.at', '>=', conversation.created_at)
    .where('m.at', '<=', conversation.last_at)
    .where('m.seq', '>=', Math.max(1, seq - MESSAGES_BEFORE))
    .where('m.seq', '<=', seq)
    .orderBy('m.seq')
    .execute();
