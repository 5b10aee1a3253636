// Parsing of requests: linear cost, and limits that are checked first.
import { describe, expect, test } from 'vitest';
import { NoInput } from '#contract/endpoint';
import { MemberSearch } from '#contract/members';
import { SignupStart } from '#contract/signup';
import { trackingAliases, trackingFieldsOf, trackingNames } from '#domain/tracking';
import { parseForm, parseJsonBody } from '#server/http/request-body';
import { parsePairs } from '#server/http/parse-pairs';
import { Refusal } from '#server/http/refusal';
import { trackingInQuery } from '#server/static/propagate-tracking';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Counts the steps of array iterators while `work` runs: copying a list for each entry shows here, on any machine. */
function stepsOf(work: () => unknown): number {
  const prototype = Object.getPrototypeOf([][Symbol.iterator]()) as { next: () => IteratorResult<unknown> };
  const { next } = prototype;
  let steps = 0;
  prototype.next = function (this: Iterator<unknown>) {
    steps++;
    return next.call(this as never);
  };
  try {
    work();
  } finally {
    prototype.next = next;
  }
  return steps;
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe('forms and queries', () => {
  test('twice as many entries of a list cost less than three times the work', () => {
    const cost = (entries: number): number =>
      stepsOf(() => parseForm(bytesOf(Array.from({ length: entries }, (_, at) => `interests[]=${at}`).join('&'))));
    expect(cost(100)).toBeGreaterThan(0);
    expect(cost(200)).toBeLessThan(3 * cost(100));
  });

  test('too many fields are refused before any of them is parsed', () => {
    const flood = (entries: number): string => '[]&'.repeat(entries);
    for (const entries of [201, 21_800]) {
      expect(codeOf(() => parseForm(bytesOf(flood(entries))))).toBe('too_large');
      expect(codeOf(() => parsePairs(flood(entries)))).toBe('too_large');
    }
    const cost = (entries: number): number => stepsOf(() => codeOf(() => parseForm(bytesOf(flood(entries)))));
    expect(cost(21_800)).toBe(cost(10_900));
    expect(cost(21_800)).toBeLessThan(20);
  });

  test('names have a maximum length; values are as long as the body may be', () => {
    expect(codeOf(() => parsePairs(`${'n'.repeat(100)}=1`))).toBe('accepted');
    expect(codeOf(() => parsePairs(`${'n'.repeat(101)}=1`))).toBe('malformed');
    expect(parsePairs(`text=${'v'.repeat(60_000)}`)['text']).toHaveLength(60_000);
  });

  test('lists, repeated names and dangerous names are read as before', () => {
    expect(parsePairs('a[]=1&b=x+y&a[]=2,3')).toEqual({ b: 'x y', a: '1,2 3' });
    expect(codeOf(() => parsePairs('a=1&a=2'))).toBe('malformed');
    expect(codeOf(() => parsePairs('a[]=1&a=2'))).toBe('malformed');
    expect(codeOf(() => parsePairs('__proto__=1'))).toBe('malformed');
    expect(codeOf(() => parsePairs('__proto__[]=1'))).toBe('malformed');
    expect(codeOf(() => parsePairs('a=%ff'))).toBe('malformed');
  });
});

/** What an advertisement’s link may carry by mistake, as it stands in a query, and what it decodes to. */
const unreadable = ['%00', '%01', 'a%0Ab', '%7F', '%C2%85', '%', '%zz', '%ff', '%ED%A0%80', 'n'.repeat(201)];
const unreadableInJson = ['\\u0000', '\\u0001', 'a\\nb', '\\u0085', '\\ud800', '\\udc00a', '\\ufffd', 'n'.repeat(201)];

describe('the traffic source', () => {
  const names = [...trackingNames, ...Object.keys(trackingAliases)];
  const isLenient = trackingFieldsOf(SignupStart);

  test.each(names)(
    'SG25: an unreadable value of %s is left out of a call that takes it, and the rest is read',
    (name) => {
      for (const value of unreadable) {
        expect([value, parsePairs(`gender=male&${name}=${value}&age=30`, isLenient)]).toEqual([
          value,
          { gender: 'male', age: '30' },
        ]);
        const form = bytesOf(`${name}=${value}&${name}=good`);
        expect([value, parseForm(form, isLenient)]).toEqual([value, { [name]: 'good' }]);
      }
      for (const value of unreadableInJson)
        expect([value, parseJsonBody(bytesOf(`{"gender":"male","${name}":"${value}"}`), isLenient)]).toEqual([
          value,
          { gender: 'male' },
        ]);
    },
  );

  test.each(names)('SG25: %s is a field like any other of a call that takes no source', (name) => {
    const other = trackingFieldsOf(NoInput);
    for (const value of ['%00', '%', '%ff'])
      expect([value, codeOf(() => parsePairs(`${name}=${value}`, other))]).toEqual([value, 'malformed']);
    const long = 'n'.repeat(201);
    expect(parsePairs(`${name}=${long}`, other)).toEqual({ [name]: long });
    expect(parseJsonBody(bytesOf(`{"${name}":5}`), other)).toEqual({ [name]: 5 });
    expect(codeOf(() => parseJsonBody(bytesOf(`{"${name}":"\\u0000"}`), other))).toBe('malformed');
  });

  test('SG25: a call that takes a part of the source ignores what it cannot read of all of it', () => {
    expect(parsePairs('gender=male&aff_sub=%ff', trackingFieldsOf(MemberSearch))).toEqual({ gender: 'male' });
  });

  test('SG25: readable values stay, in any script and up to 200 characters', () => {
    const fields = { network: 'Zoë & Co, 50 %', ref: '广告', sub1: '🌷', sub2: 'n'.repeat(200), sub3: '' };
    expect(parsePairs(new URLSearchParams(fields).toString(), isLenient)).toEqual(fields);
    expect(parseJsonBody(bytesOf(JSON.stringify(fields)), isLenient)).toEqual(fields);
  });

  test('every other unreadable value is refused', () => {
    for (const value of ['%00', '%', '%ff', '%ED%A0%80']) {
      expect([value, codeOf(() => parsePairs(`ref=%ff&name=${value}`, isLenient))]).toEqual([value, 'malformed']);
      expect([value, codeOf(() => parsePairs(`${value}=ref`, isLenient))]).toEqual([value, 'malformed']);
    }
    for (const body of [
      '{"name":"\\u0000"}',
      '{"inner":{"ref":"\\u0000"}}',
      '["\\ud800"]',
      '{"ref":"a","\\u0000":"b"}',
    ])
      expect([body, codeOf(() => parseJsonBody(bytesOf(body), isLenient))]).toEqual([body, 'malformed']);
  });
});

describe('JSON', () => {
  test('values, names and depth have limits', () => {
    const json = (value: unknown): string => codeOf(() => parseJsonBody(bytesOf(JSON.stringify(value))));
    expect(json(Array.from({ length: 4999 }, () => 0))).toBe('accepted');
    expect(json(Array.from({ length: 5001 }, () => 0))).toBe('too_large');
    expect(json(Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [at, 0])))).toBe('too_large');
    expect(json({ ['n'.repeat(101)]: 1 })).toBe('malformed');
    expect(codeOf(() => parseJsonBody(bytesOf('['.repeat(30_000) + ']'.repeat(30_000))))).toBe('malformed');
  });
});

describe('queries of pages', () => {
  test('a page opens with any query, and reads no more fields than a form may have', () => {
    expect(trackingInQuery(`?ref=partner&${'x=1&'.repeat(5000)}`)).toEqual({ ref: 'partner' });
    const steps = (fields: number): number => stepsOf(() => trackingInQuery(`?ref=partner&${'x=1&'.repeat(fields)}`));
    expect(steps(4000)).toBe(steps(400));
  });
});
