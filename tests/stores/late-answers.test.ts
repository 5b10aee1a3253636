// Answers in another order than their requests: the last request counts.
import { afterEach, expect, test, vi } from 'vitest';
import { $member, openMember } from '#stores/member';
import { $regions, loadRegions } from '#stores/regions';
import { eventually } from '#tests/support/eventually';

afterEach(() => vi.unstubAllGlobals());

/** Answers each request on demand, by a word of its address, as soon as it was made. */
function heldFetch(
  answers: Readonly<Record<string, { status: number; body: unknown }>>,
): (word: string) => Promise<void> {
  const held = new Map<string, () => void>();
  vi.stubGlobal('fetch', (asked: Request | string | URL) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    const word = Object.keys(answers).find((each) => address.includes(each)) ?? '';
    const { status, body } = answers[word] ?? { status: 404, body: {} };
    return new Promise<Response>((resolve) => held.set(word, () => resolve(Response.json(body, { status }))));
  });
  return async (word) => {
    await eventually(() => expect([...held.keys()]).toContain(word));
    held.get(word)?.();
  };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const refusal = (code: string): unknown => ({ error: { code } });

test('ME15: of two profiles opened one after the other the last one is shown, in either order of answers', async () => {
  const one = crypto.randomUUID();
  const two = crypto.randomUUID();
  const answer = heldFetch({
    [one]: { status: 404, body: refusal('not_found') },
    [two]: { status: 403, body: refusal('blocked') },
  });
  const both = [openMember(one), openMember(two)];
  await answer(two);
  await settle();
  await answer(one);
  await Promise.all(both);
  expect($member.get()).toEqual({ state: 'blocked', code: 'blocked' });
});

test('ME3: of two countries chosen one after the other the last one’s regions are shown', async () => {
  const regions = (id: string): { status: number; body: unknown } => ({
    status: 200,
    body: { regions: { [id.slice(0, 2)]: [{ id, name: id }] } },
  });
  const answer = heldFetch({ 'country=NL': regions('NL-UT'), 'country=DE': regions('DE-BE') });
  const both = [loadRegions('NL'), loadRegions('DE')];
  await answer('country=DE');
  await settle();
  await answer('country=NL');
  await Promise.all(both);
  expect($regions.get()).toEqual([{ id: 'DE-BE', name: 'DE-BE' }]);
});
