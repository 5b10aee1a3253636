// What two members do in a conversation, one after the other, and a naive model of what each of them sees of it then.
import fc from 'fast-check';
import type { DeletionScope, Message, ReactionId } from '#contract/chats';

export type Side = 0 | 1;
/** `seq` can be of a message that there is not. */
export type Deed = { readonly by: Side } & (
  | { readonly what: 'write'; readonly quote: number | null }
  | { readonly what: 'react'; readonly seq: number; readonly reaction: ReactionId | null }
  | { readonly what: 'erase'; readonly seq: number; readonly scope: DeletionScope }
  | { readonly what: 'remove' }
);

/** A deed before its message is chosen: `back` counts from the newest one, and `isFitting` whether the side is that which may do it. */
type Plan =
  | { readonly what: 'write'; readonly by: Side; readonly back: number | null }
  | { readonly what: 'react'; readonly back: number; readonly isFitting: boolean; readonly reaction: ReactionId | null }
  | { readonly what: 'erase'; readonly back: number; readonly isFitting: boolean; readonly scope: DeletionScope }
  | { readonly what: 'remove'; readonly by: Side };

const by = fc.constantFrom<Side>(0, 1);
/** One that is not there yet is now and then meant as well. */
const back = fc.constantFrom(0, 0, 1, 1, 2, 3, -1);
const isFitting = fc.constantFrom(true, true, true, true, false);
const what = <T extends Plan['what']>(name: T): fc.Arbitrary<T> => fc.constant(name);
const reaction = fc.constantFrom<(ReactionId | null)[]>('heart', 'heart', 'fire', null);
const scope = fc.constantFrom<DeletionScope>('both', 'me');
const plan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: what('write'), by, back: fc.option(back) }) },
  { weight: 5, arbitrary: fc.record({ what: what('react'), back, isFitting, reaction }) },
  { weight: 2, arbitrary: fc.record({ what: what('erase'), back, isFitting, scope }) },
  { weight: 1, arbitrary: fc.record({ what: what('remove'), by }) },
);

/** Each begins with a message of either side: without any there is nothing to do. */
export const histories: fc.Arbitrary<readonly Deed[]> = fc
  .array(plan, { minLength: 16, maxLength: 16 })
  .map((plans) => [{ by: 0, what: 'write', quote: null }, { by: 1, what: 'write', quote: 1 }, ...deedsOf(plans)]);

function deedsOf(plans: readonly Plan[]): Deed[] {
  const writers: Side[] = [0, 1];
  const seqOf = (steps: number): number => Math.max(1, writers.length - steps);
  return plans.map((next): Deed => {
    if (next.what === 'remove') return next;
    if (next.what === 'write') {
      const quote = next.back === null ? null : seqOf(next.back);
      writers.push(next.by);
      return { what: 'write', by: next.by, quote };
    }
    const seq = seqOf(next.back);
    const writer = writers[seq - 1] ?? 0;
    const isWriter = next.isFitting === (next.what === 'erase');
    const side = isWriter ? writer : otherSide(writer);
    return next.what === 'react'
      ? { what: 'react', by: side, seq, reaction: next.reaction }
      : { what: 'erase', by: side, seq, scope: next.scope };
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

export class Model {
  /** Events about reactions, of which both sides get the same. */
  told = 0;
  private readonly written: Written[] = [];
  private readonly removedTo = [0, 0];

  /** Whether it is done; it is refused otherwise. */
  take(deed: Deed): boolean {
    if (deed.what === 'write') this.write(deed.by, deed.quote);
    else if (deed.what === 'remove') this.removedTo[deed.by] = this.written.length;
    else return deed.what === 'react' ? this.react(deed) : this.erase(deed);
    return true;
  }
  seenBy(side: Side): Seen[] {
    return this.written
      .filter((each) => each.seq > (this.removedTo[side] ?? 0))
      .map(({ seq: number, quote, reaction, ...each }) => {
        const deleted = this.deletedFor(side, each);
        if (deleted) return { seq: number, deleted, quote: null, reaction: null };
        return { seq: number, deleted, quote: this.isShown(side, quote) ? quote : null, reaction };
      });
  }
  private write(side: Side, quote: number | null): void {
    const kept = this.isShown(side, quote) ? quote : null;
    this.written.push({ seq: this.written.length + 1, by: side, quote: kept, deleted: null, reaction: null });
  }
  private react({ by: side, seq: number, reaction }: Deed & { what: 'react' }): boolean {
    const message = this.written[number - 1];
    if (!message || message.by === side || !this.isShown(side, number)) return false;
    if (message.reaction !== reaction) this.told += 1;
    message.reaction = reaction;
    return true;
  }
  private erase({ by: side, seq: number, scope }: Deed & { what: 'erase' }): boolean {
    const message = this.written[number - 1];
    if (message?.by !== side) return false;
    if (message.deleted !== 'both') message.deleted = scope === 'both' ? 'both' : 'me';
    return true;
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
