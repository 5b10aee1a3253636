// What two members do in a conversation, one after the other, and a naive model of what each of them may do, pays and sees of it then.
import fc from 'fast-check';
import type { DeletionScope, GiftId, Message, ReactionId } from '#contract/chats';

export type Side = 0 | 1;
/** `seq` can be of a message that there is not. */
export type Deed = { readonly by: Side } & (
  | { readonly what: 'write'; readonly quote: number | null }
  | { readonly what: 'give'; readonly gift: GiftId }
  /** The same message is sent again. */
  | { readonly what: 'repeat' | 'read'; readonly seq: number }
  | { readonly what: 'react'; readonly seq: number; readonly reaction: ReactionId | null }
  | { readonly what: 'erase'; readonly seq: number; readonly scope: DeletionScope }
  | { readonly what: 'remove' | 'block' | 'unblock' | 'look' }
);

/** A deed before its message is chosen: `back` counts from the newest one, and `isFitting` whether the side is that which may do it. */
type Plan =
  | { readonly what: 'write'; readonly by: Side; readonly back: number | null }
  | { readonly what: 'give'; readonly by: Side; readonly gift: GiftId }
  | { readonly what: 'repeat' | 'read'; readonly back: number; readonly isFitting: boolean }
  | { readonly what: 'react'; readonly back: number; readonly isFitting: boolean; readonly reaction: ReactionId | null }
  | { readonly what: 'erase'; readonly back: number; readonly isFitting: boolean; readonly scope: DeletionScope }
  | { readonly what: 'remove' | 'block' | 'unblock' | 'look'; readonly by: Side };

const by = fc.constantFrom<Side>(0, 1);
/** One that is not there yet is now and then meant as well. */
const back = fc.constantFrom(0, 0, 1, 1, 2, 3, -1);
const isFitting = fc.constantFrom(true, true, true, true, false);
const what = <T extends Plan['what']>(name: T): fc.Arbitrary<T> => fc.constant(name);
const reaction = fc.constantFrom<(ReactionId | null)[]>('heart', 'heart', 'fire', null);
const scope = fc.constantFrom<DeletionScope>('both', 'me');
const gift = fc.constantFrom<GiftId[]>('daisy', 'rose');
const simple = (name: 'remove' | 'block' | 'unblock' | 'look') => fc.record({ what: what(name), by });
const plan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: what('write'), by, back: fc.option(back) }) },
  { weight: 2, arbitrary: fc.record({ what: what('give'), by, gift }) },
  { weight: 2, arbitrary: fc.record({ what: what('repeat'), back, isFitting: fc.constant(true) }) },
  { weight: 4, arbitrary: fc.record({ what: what('read'), back, isFitting }) },
  { weight: 7, arbitrary: fc.record({ what: what('react'), back, isFitting, reaction }) },
  { weight: 4, arbitrary: fc.record({ what: what('erase'), back, isFitting, scope }) },
  { weight: 2, arbitrary: simple('remove') },
  { weight: 1, arbitrary: simple('block') },
  // A block that stays would end the history.
  { weight: 3, arbitrary: simple('unblock') },
  { weight: 2, arbitrary: simple('look') },
);

/** Each begins with a message of either side: without any there is nothing to do. */
export const histories: fc.Arbitrary<readonly Deed[]> = fc
  .array(plan, { minLength: 16, maxLength: 16 })
  .map((plans) => [{ by: 0, what: 'write', quote: null }, { by: 1, what: 'write', quote: 1 }, ...deedsOf(plans)]);

/** Every refusal there is, for runs too short to come upon them. */
export const refusals: readonly Deed[] = [
  { by: 0, what: 'write', quote: null },
  { by: 1, what: 'give', gift: 'rose' },
  { by: 1, what: 'block' },
  { by: 0, what: 'write', quote: null },
  { by: 1, what: 'write', quote: null },
  { by: 0, what: 'react', seq: 2, reaction: 'heart' },
  { by: 0, what: 'read', seq: 2 },
  { by: 1, what: 'repeat', seq: 2 },
  { by: 0, what: 'look' },
  { by: 1, what: 'unblock' },
  { by: 1, what: 'give', gift: 'rose' },
  { by: 1, what: 'repeat', seq: 2 },
  { by: 0, what: 'remove' },
  { by: 1, what: 'write', quote: 1 },
  { by: 0, what: 'read', seq: 1 },
  { by: 0, what: 'react', seq: 2, reaction: 'heart' },
  { by: 0, what: 'erase', seq: 2, scope: 'both' },
];

/** Messages that will be refused count here as well: a `seq` beyond the newest one is one that there is not. */
function deedsOf(plans: readonly Plan[]): Deed[] {
  const writers: Side[] = [0, 1];
  const seqOf = (steps: number): number => Math.max(1, writers.length - steps);
  return plans.map((next): Deed => {
    if (next.what === 'write' || next.what === 'give') {
      const quote = next.what === 'give' || next.back === null ? null : seqOf(next.back);
      writers.push(next.by);
      return next.what === 'give' ? next : { what: 'write', by: next.by, quote };
    }
    if (!('back' in next)) return next;
    const seq = seqOf(next.back);
    const writer = writers[seq - 1] ?? 0;
    const isOfWriter = next.what === 'erase' || next.what === 'repeat';
    const side = next.isFitting === isOfWriter ? writer : otherSide(writer);
    if (next.what === 'react') return { what: 'react', by: side, seq, reaction: next.reaction };
    if (next.what === 'erase') return { what: 'erase', by: side, seq, scope: next.scope };
    return { what: next.what, by: side, seq };
  });
}

export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0);

interface Written {
  readonly seq: number;
  readonly by: Side;
  readonly quote: number | null;
  deleted: DeletionScope | null;
  reaction: ReactionId | null;
}
/** A message as one side sees it. */
export interface Seen {
  readonly seq: number;
  readonly deleted: DeletionScope | null;
  readonly quote: number | null;
  readonly reaction: Message['reaction'] | null;
}
/** What one side sees of the conversation: null for one that it does not list, and the code for one that is refused. */
export interface View {
  readonly messages: readonly Seen[] | string;
  readonly listed: { readonly unread: number; readonly last: Omit<Seen, 'quote'> } | null;
  /** Up to which message the other side has read. */
  readonly readTo: number | null;
}

const NOTHING: Seen = { seq: 0, deleted: null, quote: null, reaction: null };

/** `prices` of a message and of each gift, and the credits that both have at the beginning. */
export class Model {
  /** Events about reactions, of which both sides get the same. */
  told = 0;
  readonly credits: [number, number];
  /** Messages that were paid, by side. */
  readonly paid: [number, number] = [0, 0];
  private readonly written: Written[] = [];
  private readonly removedTo = [0, 0];
  private readonly readTo = [0, 0];
  private readonly blocks = [false, false];
  private readonly prices: (gift: GiftId | null) => number;

  constructor(credits: number, prices: (gift: GiftId | null) => number) {
    this.credits = [credits, credits];
    this.prices = prices;
  }

  /** `done`, or the code of the refusal; of a message its number, of what is read how many are unread then. */
  take(deed: Deed): string | number {
    const { by: side } = deed;
    switch (deed.what) {
      case 'write':
        return this.refusal(side) ?? this.write(side, deed.quote, null);
      case 'give':
        return this.refusal(side) ?? this.write(side, null, deed.gift);
      case 'repeat':
        return this.refusal(side) ?? deed.seq;
      case 'read':
        return this.refusal(side) === null ? this.read(side, deed.seq) : 'not_found';
      case 'react':
        return this.refusal(side) ?? this.react(deed);
      case 'erase':
        return this.erase(deed);
      case 'remove':
        this.removedTo[side] = this.written.length;
        return 'done';
      case 'block':
      case 'unblock':
        this.blocks[side] = deed.what === 'block';
        return 'done';
      case 'look':
        return 'done';
    }
  }
  /** Whether a side wrote a message with that number: only such a one is sent again. */
  isOwn = (side: Side, seq: number): boolean => this.written[seq - 1]?.by === side;

  viewOf(side: Side): View {
    const refusal = this.refusal(side);
    const messages = this.seenBy(side);
    if (refusal) return { messages: refusal, listed: null, readTo: null };
    const newest = messages.at(-1);
    const { quote: _, ...last } = newest ?? NOTHING;
    const listed = newest ? { unread: this.unreadOf(side), last } : null;
    return { messages, listed, readTo: this.readTo[otherSide(side)] ?? 0 };
  }
  private refusal(side: Side): string | null {
    if (this.blocks[side]) return 'blocked_by_you';
    return this.blocks[otherSide(side)] ? 'blocked' : null;
  }
  private write(side: Side, quote: number | null, gift: GiftId | null): string | number {
    const price = this.prices(gift);
    if (this.credits[side] < price) return 'not_enough_credits';
    this.credits[side] -= price;
    this.paid[side] += 1;
    const kept = this.isShown(side, quote) ? quote : null;
    this.written.push({ seq: this.written.length + 1, by: side, quote: kept, deleted: null, reaction: null });
    return this.written.length;
  }
  private read(side: Side, seq: number): number {
    this.readTo[side] = Math.max(this.readTo[side] ?? 0, Math.min(seq, this.written.length));
    return this.unreadOf(side);
  }
  private unreadOf(side: Side): number {
    const from = Math.max(this.readTo[side] ?? 0, this.removedTo[side] ?? 0);
    return this.written.filter(({ seq, by: writer }) => writer !== side && seq > from).length;
  }
  private seenBy(side: Side): Seen[] {
    return this.written
      .filter((each) => each.seq > (this.removedTo[side] ?? 0))
      .map(({ seq: number, quote, reaction, ...each }) => {
        const deleted = this.deletedFor(side, each);
        if (deleted) return { seq: number, deleted, quote: null, reaction: null };
        return { seq: number, deleted, quote: this.isShown(side, quote) ? quote : null, reaction };
      });
  }
  private react({ by: side, seq: number, reaction }: Deed & { what: 'react' }): string {
    const message = this.written[number - 1];
    if (!message || message.by === side || !this.isShown(side, number)) return 'not_found';
    if (message.reaction !== reaction) this.told += 1;
    message.reaction = reaction;
    return 'done';
  }
  private erase({ by: side, seq: number, scope }: Deed & { what: 'erase' }): string {
    const message = this.written[number - 1];
    if (message?.by !== side) return 'not_found';
    if (message.deleted !== 'both') message.deleted = scope === 'both' ? 'both' : 'me';
    if (message.deleted === 'both') message.reaction = null;
    return 'done';
  }
  private isShown(side: Side, number: number | null): boolean {
    const message = number === null ? undefined : this.written[number - 1];
    return (
      message !== undefined && message.seq > (this.removedTo[side] ?? 0) && this.deletedFor(side, message) === null
    );
  }
  /** Deleted for oneself, a message is still there for the other one. */
  private deletedFor(side: Side, { by: writer, deleted }: Pick<Written, 'by' | 'deleted'>): DeletionScope | null {
    return deleted === 'me' && writer !== side ? null : deleted;
  }
}
