// Held messages of members with an unconfirmed address, delivered on confirmation (spec §4).
import type { Message } from '#contract/chats';
import type { Ctx } from '../../context.ts';
import { deliver } from './send-statement.ts';
import { relationship } from '../members/relationship.ts';

/** The content of a held message. */
export interface HeldMessage {
  readonly conversation: string;
  readonly client_id: string;
  readonly text: string;
}

/** A held message as its sender sees it; it is invisible to other members. */
const heldMessageView = (message: HeldMessage, at: Date): Message => ({
  client_id: message.client_id,
  conversation: message.conversation,
  seq: 0,
  mine: true,
  text: message.text,
  at: at.toISOString(),
  held: true,
});

/** The sender's held messages in one conversation, in order. */
export async function heldIn({ db, tenant }: Ctx, sender: string, conversation: string): Promise<Message[]> {
  const rows = await db
    .selectFrom('held_message')
    .select(['conversation', 'client_id', 'text', 'at'])
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('sender', '=', sender)
    .orderBy('id')
    .execute();
  return rows.map((row) => heldMessageView(row, row.at));
}

/** The number of a member's held messages in all conversations. */
export async function heldCount({ db, tenant }: Ctx, sender: string): Promise<number> {
  const { held } = await db
    .selectFrom('held_message')
    .select((take) => take.fn.countAll<number>().as('held'))
    .where('tenant', '=', tenant)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return Number(held);
}

/** Holds a message. The caller has locked the account, so no delivery runs concurrently. */
export async function holdMessage(ctx: Ctx, sender: string, message: HeldMessage): Promise<Message> {
  const at = ctx.now();
  await ctx.db
    .insertInto('held_message')
    .values({ tenant: ctx.tenant, ...message, sender, at })
    .execute();
  return heldMessageView(message, at);
}

/** The part of a call's context that delivery needs; provider reports have no more. */
export type DeliveryCtx = Pick<Ctx, 'db' | 'tenant' | 'site' | 'now' | 'emit'>;

/**
 * Delivers a confirmed member's held messages in order and charges each once. Runs in the transaction that confirms the
 * account and in each one that adds credits; if the latter fails, in a job. Messages to blocked or unreachable members
 * are dropped without a charge. Messages that cannot be paid remain; later messages cannot be paid either then, so the
 * order is preserved.
 */
export async function deliverHeld(ctx: DeliveryCtx, account: string): Promise<void> {
  const { db, tenant } = ctx;
  const confirmed = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!confirmed) return;
  await lockConversations(ctx, account);
  const held = await db
    .selectFrom('held_message')
    .select(['id', 'conversation', 'client_id', 'text'])
    .where('tenant', '=', tenant)
    .where('sender', '=', account)
    .orderBy('id')
    .execute();
  for (const message of held) if (!(await deliverOne(ctx, account, message))) return;
}

/** Locked in one order, to avoid a deadlock when two members are confirmed who wrote to each other. */
async function lockConversations({ db, tenant }: DeliveryCtx, account: string): Promise<void> {
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

/** Returns false when the credits are insufficient. */
async function deliverOne(
  ctx: DeliveryCtx,
  sender: string,
  held: HeldMessage & { readonly id: number },
): Promise<boolean> {
  const { db, tenant } = ctx;
  const { id, conversation, client_id, text } = held;
  const relation = await relationship(db, tenant, sender, { conversation });
  if (relation && !relation.blocked) {
    const cost = ctx.site.settings.message_credits;
    const sent = await deliver(db, { tenant, conversation, sender, client_id, text, at: ctx.now(), cost });
    if (!sent) return false;
    for (const account of [sender, relation.other])
      ctx.emit({ type: 'message', conversation, seq: sent.seq }, { account });
  }
  await db.deleteFrom('held_message').where('tenant', '=', tenant).where('id', '=', id).execute();
  return true;
}
