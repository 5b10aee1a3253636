// Matches that come together, and a page that changes while one is shown.
import { beforeEach, expect, test, vi } from 'vitest';
import type { MemberCard } from '#contract/members';
import { $hasLikeNews, $match, closeMatch, pauseMatches, resumeMatches, showMatch, showMatches } from '#stores/match';
import { clearPrivateData } from '#stores/private-data';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

const card = (id: string): MemberCard => ({ id }) as MemberCard;
const shown = (): string | null => $match.get()?.id ?? null;
beforeEach(() => clearPrivateData());

test('LI11: of matches that come together each is shown, one after the other and once', () => {
  showMatch(card('a'));
  showMatches([card('b'), card('a'), card('c')]);
  const seen: (string | null)[] = [];
  for (; shown() !== null; closeMatch()) seen.push(shown());
  showMatch(card('b'));
  expect([seen, shown(), $hasLikeNews.get()]).toEqual([['a', 'b', 'c'], null, false]);
});

test('LI11: a match that is open or waits when the page changes is shown on the next one', () => {
  showMatches([card('a'), card('b')]);
  // The press on its link closes it.
  closeMatch();
  pauseMatches();
  expect(shown()).toBeNull();
  resumeMatches();
  expect(shown()).toBe('b');
  resumeMatches();
  closeMatch();
  resumeMatches();
  expect(shown()).toBeNull();
});

test('AU2 E11: no match waits for the next member', () => {
  showMatches([card('a'), card('b')]);
  clearPrivateData();
  expect(shown()).toBeNull();
  showMatch(card('a'));
  expect(shown()).toBe('a');
});
