// Messages that are kept back: until the e-mail address of their sender is confirmed (requirement SG29), or staff have read them.
import { type RawBuilder, sql } from 'kysely';
import type { Message } from '#contract/chats';
import type { Ctx } from '../../context.ts';
import { deleteFilesOf } from './chat-files.ts';
import { type MessageContent, priceOf } from './content.ts';
import { HELD_BACK, toMessage } from './message.ts';
import { deliver, findSent } from './send-statement.ts';
import { relationshipForUpdate } from '../members/relationship.ts';

/** What keeps a message back once its sender is confirmed. */
export type Lack = 'credits' | 'consent';

/** What is kept of a message. */
export interface HeldMessage extends MessageContent {
  readonly conversation: string;
  readonly client_id: string;
}

/** What a confirmed sender's message that waits for no one still lacks; null before the confirmation. */
export const whatLacks = (tenant: number, sender: string): RawBuilder<Lack | null> => sql<Lack | null>`(select
  case when status <> 'active' then null when consent_withdrawn_at is null then 'credits' else 'consent' end
  from account where tenant = ${tenant}::smallint and id = ${sender}::uuid)`;

/** What a kept message says of why it waits. */
export const reasonOf = (row: {
  waits_for_staff: boolean | null;
  lacks: Lack | null;
}): Pick<Message, 'checked' | 'lacks'> =>
  row.waits_for_staff ? { checked: true } : row.lacks ? { lacks: row.lacks } : {};

/** The sender's kept messages in one conversation, in their order. */
export async function heldIn({ db, tenant }: Ctx, sender: string, conversation: string): Promise<Message[]> {
  const rows = await db
    .selectFrom('held_message')
    .select(['conversation', 'client_id', 'text', 'gift', 'picture', 'voice', 'at', 'waits_for_staff'])
    .select(whatLacks(tenant, sender).as('lacks'))
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('sender', '=', sender)
    .orderBy('id')
    .execute();
  return rows.map((row) => toMessage({ ...row, ...HELD_BACK }, true, reasonOf(row)));
}

/** What all messages that a member has kept back will cost. */
export async function heldCost(
  { db, tenant, site }: Pick<Ctx, 'db' | 'tenant' | 'site'>,
  sender: string,
): Promise<number> {
  const rows = await db
    .selectFrom('held_message')
    .select(['gift', 'picture', 'voice'])
    .where('tenant', '=', tenant)
    .where('sender', '=', sender)
    .execute();
  return rows.reduce((sum, row) => sum + priceOf(site, row), 0);
}

/** Keeps a message back. The caller holds the account, so nothing is delivered at the same time. */
export async function holdMessage(ctx: Ctx, sender: string, kept: HeldMessage, checked: boolean): Promise<Message> {
  const at = ctx.now();
  await ctx.db
    .insertInto('held_message')
    .values({ tenant: ctx.tenant, ...kept, sender, at, waits_for_staff: checked })
    .execute();
  return toMessage({ ...kept, at, ...HELD_BACK }, true, checked ? { checked } : {});
}

/** What delivering needs of a call; a provider's report has no more. */
export type DeliveryRequest = Pick<Ctx, 'db' | 'tenant' | 'site' | 'now' | 'emit'>;

/**
 * Delivers what a confirmed member wrote before, in order, each charged once: in the transaction that confirms the account, and in every one
 * that brings credits (should that fail, in a job's). What was written to a member who is gone or blocked is dropped uncharged; what is not
 * paid for, waits for staff, or whose sender has withdrawn the consent to use sensitive data, stays until then. Nothing that was kept
 * overtakes what is not paid for; what is written later does if there are credits for it, as a text need not wait for a gift. Answers the ids
 * of those that arrived.
 */
export async function deliverHeld(ctx: DeliveryRequest, account: string): Promise<ReadonlySet<number>> {
  const { db, tenant } = ctx;
  const confirmed = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'active')
    .where('consent_withdrawn_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const arrived = new Set<number>();
  if (!confirmed) return arrived;
  await lockPartners(ctx, account);
  await lockConversations(ctx, account);
  const held = await db
    .selectFrom('held_message')
    .select(['id', 'conversation', 'client_id', 'text', 'gift', 'picture', 'voice'])
    .where('tenant', '=', tenant)
    .where('sender', '=', account)
    .where('waits_for_staff', '=', false)
    .orderBy('id')
    .execute();
  for (const message of held) {
    const outcome = await deliverOne(ctx, account, message);
    if (outcome === 'unpaid') break;
    if (outcome === 'sent') arrived.add(message.id);
  }
  return arrived;
}

/** Before the conversations, as when a message is sent. With their profiles locked, they do not leave before the messages are there. */
async function lockPartners({ db, tenant }: DeliveryRequest, account: string): Promise<void> {
  await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', 'in', (from) =>
      from
        .selectFrom('held_message as h')
        .innerJoin('conversation as c', (join) =>
          join.onRef('c.tenant', '=', 'h.tenant').onRef('c.id', '=', 'h.conversation'),
        )
        .select(sql<string>`case when c.one = h.sender then c.two else c.one end`.as('partner'))
        .where('h.tenant', '=', tenant)
        .where('h.sender', '=', account),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** In one order for everybody: two members confirmed at the same moment may have written to each other. */
async function lockConversations({ db, tenant }: DeliveryRequest, account: string): Promise<void> {
  await db
    .selectFrom('conversation')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', 'in', (from) =>
      from.selectFrom('held_message').select('conversation').where('tenant', '=', tenant).where('sender', '=', account),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** `unpaid` when the credits are used up. */
async function deliverOne(
  ctx: DeliveryRequest,
  sender: string,
  held: HeldMessage & { readonly id: number },
): Promise<'sent' | 'dropped' | 'unpaid'> {
  const { db, tenant } = ctx;
  const { id, ...message } = held;
  const { conversation, client_id } = message;
  const between = await relationshipForUpdate(db, tenant, sender, { conversation });
  const mayArrive = between !== undefined && !between.blocked;
  if (mayArrive) {
    const sent = await deliver(db, { tenant, ...message, sender, at: ctx.now(), cost: priceOf(ctx.site, message) });
    const event = { type: 'message', conversation, seq: sent?.seq ?? 0 } as const;
    if (sent) ctx.emit(event, { account: between.other });
    if (sent) ctx.emit({ ...event, credits: sent.credits }, { account: sender });
    // Its sender may have sent it again since there were credits for it.
    else if (!(await findSent(db, { tenant, conversation, sender, client_id }))) return 'unpaid';
  } else {
    await deleteFilesOf(db, tenant, message);
    ctx.emit({ type: 'message_deleted', conversation, seq: 0, scope: 'me' }, { account: sender });
  }
  await db.deleteFrom('held_message').where('tenant', '=', tenant).where('id', '=', id).execute();
  return mayArrive ? 'sent' : 'dropped';
}
