// Messages that are kept back: until the e-mail address of their sender is confirmed (requirement SG29), or staff have read them.
import { sql } from 'kysely';
import type { Message } from '#contract/chats';
import type { Ctx } from '../../context.ts';
import { deleteFilesOf } from './chat-files.ts';
import { type MessageContent, priceOf } from './content.ts';
import { HELD_BACK, toMessage } from './message.ts';
import { deliver, findSent } from './send-statement.ts';
import { relationshipForUpdate } from '../members/relationship.ts';

/** What is kept of a message. */
export interface HeldMessage extends MessageContent {
  readonly conversation: string;
  readonly client_id: string;
}

/** The sender's kept messages in one conversation, in their order. */
export async function heldIn({ db, tenant }: Ctx, sender: string, conversation: string): Promise<Message[]> {
  const rows = await db
    .selectFrom('held_message')
    .select(['conversation', 'client_id', 'text', 'gift', 'picture', 'voice', 'at', 'waits_for_staff'])
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('sender', '=', sender)
    .orderBy('id')
    .execute();
  return rows.map(({ waits_for_staff: checked, ...row }) => toMessage({ ...row, ...HELD_BACK }, true, { checked }));
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
  return toMessage({ ...kept, at, ...HELD_BACK }, true, { checked });
}

/** What delivering needs of a call; a provider's report has no more. */
export type DeliveryRequest = Pick<Ctx, 'db' | 'tenant' | 'site' | 'now' | 'emit'>;

/**
 * Delivers what a confirmed member wrote before, in order, each charged once: in the transaction that confirms the account, and in every one
 * that brings credits (should that fail, in a job's). What was written to a member who is gone or blocked is dropped uncharged; what is not
 * paid for, waits for staff, or whose sender has withdrawn the consent to use sensitive data, stays until then. So as long as anything stays, the balance is too low for a later message as well, and none overtakes it.
 */
export async function deliverHeld(ctx: DeliveryRequest, account: string): Promise<void> {
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
  if (!confirmed) return;
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
  for (const message of held) if (!(await deliverOne(ctx, account, message))) return;
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

/** False when the credits are used up. */
async function deliverOne(
  ctx: DeliveryRequest,
  sender: string,
  held: HeldMessage & { readonly id: number },
): Promise<boolean> {
  const { db, tenant } = ctx;
  const { id, ...message } = held;
  const { conversation, client_id } = message;
  const between = await relationshipForUpdate(db, tenant, sender, { conversation });
  if (between && !between.blocked) {
    const sent = await deliver(db, { tenant, ...message, sender, at: ctx.now(), cost: priceOf(ctx.site, message) });
    if (sent)
      for (const each of [sender, between.other])
        ctx.emit({ type: 'message', conversation, seq: sent.seq }, { account: each });
    // Its sender may have sent it again since there were credits for it.
    else if (!(await findSent(db, { tenant, conversation, sender, client_id }))) return false;
  } else await deleteFilesOf(db, tenant, message);
  await db.deleteFrom('held_message').where('tenant', '=', tenant).where('id', '=', id).execute();
  return true;
}
