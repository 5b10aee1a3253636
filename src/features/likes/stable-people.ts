// Keeps the people of a list in place while it changes: who was unliked here stays, and who was liked again does not move.
import type { MemberCard } from '#contract/members';

/** The new ones come first, and those of a further page last. */
export function stablePeople(
  shown: readonly MemberCard[],
  people: readonly MemberCard[],
  unliked: ReadonlySet<string>,
): readonly MemberCard[] {
  const current = new Map(people.map((card) => [card.id, card]));
  const known = new Set(shown.map(({ id }) => id));
  const lastKnown = people.findLastIndex(({ id }) => known.has(id));
  const isNew = ({ id }: MemberCard): boolean => !known.has(id);
  return [
    ...people.filter((card, at) => isNew(card) && (lastKnown === -1 || at < lastKnown)),
    ...shown.flatMap((card) => current.get(card.id) ?? (unliked.has(card.id) ? card : [])),
    ...people.filter((card, at) => isNew(card) && lastKnown !== -1 && at > lastKnown),
  ];
}
