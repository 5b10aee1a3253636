// Traffic sources: their names, their aliases, and signup policies that depend on them.
import { describe, expect, test } from 'vitest';
import { staffCalls } from '#contract/staff';
import { maySignUp, trackingFieldsOf, trackingIn } from '#domain/tracking';
import { propagateTracking, trackingInQuery, withQuery } from '#server/static/propagate-tracking';
import { contractCalls } from '#tests/support/calls';

describe('tracking', () => {
  test('SG25: the five values, and their five aliases', () => {
    const query = 'network=n&ref=r&sub1=a&sub2=b&sub3=c&utm_source=x';
    expect(trackingIn(new URLSearchParams(query))).toEqual({ network: 'n', ref: 'r', sub1: 'a', sub2: 'b', sub3: 'c' });
    for (const name of ['sub', 'aff_sub', 'aff_sub1'])
      expect(trackingIn(new URLSearchParams({ [name]: 'v' }))).toEqual({ sub1: 'v' });
    expect(trackingIn(new URLSearchParams('aff_sub2=x&aff_sub3=y'))).toEqual({ sub2: 'x', sub3: 'y' });
  });

  test('SG25: a value’s own name takes precedence over its aliases; empty and unreadable values are ignored', () => {
    expect(trackingIn(new URLSearchParams('aff_sub=x&sub1=y'))).toEqual({ sub1: 'y' });
    for (const value of ['', 'n'.repeat(201), '\0', '\x1f', '\x85', 'a\ud800', '\ufffd']) {
      expect(trackingIn([['ref', value]])).toEqual({});
      expect(trackingIn(new URLSearchParams({ sub1: value, aff_sub: 'x' }))).toEqual({ sub1: 'x' });
    }
    expect(trackingInQuery('?ref=%ff&network=%00')).toBeNull();
    expect(trackingIn([['ref', 'n'.repeat(200)]])).toEqual({ ref: 'n'.repeat(200) });
  });

  test('SG25: the calls that take a source are those of signup and the search; none of staff does', () => {
    const calls = [
      ...contractCalls.map(({ name, endpoint }) => ({ name: name as string, input: endpoint.input })),
      ...Object.entries(staffCalls).map(([name, call]) => ({ name: `staff ${name}`, input: call.input as object })),
    ];
    const taking = calls.filter(({ input }) => trackingFieldsOf(input)('aff_sub'));
    expect(taking.map(({ name }) => name).sort()).toEqual(['members.search', 'signup.begin', 'signup.join']);
  });

  test('SG22 SG23 SG24: permission to join', () => {
    expect(maySignUp('all', {})).toBe(true);
    expect(maySignUp('with_trafficsource', {})).toBe(false);
    expect(maySignUp('with_trafficsource', { network: '' })).toBe(false);
    expect(maySignUp('with_trafficsource', { ref: 'partner' })).toBe(true);
    expect(maySignUp('other', { ref: 'partner', network: 'n' })).toBe(false);
  });
});

describe('links and forms without a script', () => {
  const tracking = trackingInQuery('?aff_sub=%22%3E&ref=r') ?? {};

  test('SG26: every local link has the source, no other does, and forms include it', () => {
    const page = `<a href="/signup">a</a><a href="/de/faq?x=1#s2">b</a><a href="https://x.example/">c</a><a href="#top">d</a>
      <a href="/api/x.php">e</a><input type="hidden" name="ref" value="" data-refill="ref">`;
    const html = propagateTracking(page, tracking);
    expect(html).toContain('href="/signup?ref=r&#38;sub1=%22%3E"');
    expect(html).toContain('href="/de/faq?x=1&#38;ref=r&#38;sub1=%22%3E#s2"');
    expect(html).toContain('href="https://x.example/"');
    expect(html).toContain('href="#top"');
    expect(html).toContain('href="/api/x.php"');
    expect(html).toContain('value="r"');
  });

  test('an address without a source leaves pages unchanged', () => {
    expect(trackingInQuery('?to=/members')).toBeNull();
  });
});

test('it is appended to a link’s query before its hash, beside existing parameters', () => {
  const once = withQuery('<a href="/activate/done?locale=en#top">', '/activate/done?locale=en#top', 'token=a');
  expect(once).toBe('<a href="/activate/done?locale=en&#38;token=a#top">');
  const href = /href="([^"]*)"/.exec(once)?.[1] ?? '';
  expect(withQuery(once, href, 'ref=b')).toBe('<a href="/activate/done?locale=en&#38;token=a&#38;ref=b#top">');
});
