// Numbers in the inputs of all calls end where the columns do that they are stored in or compared with.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { staffCalls } from '#contract/staff';
import { INTEGER_END, numberInQuery, wholeNumber } from '#contract/values';
import { contractCalls } from '#tests/support/calls';
import { numbersOf } from '#tests/support/contract-numbers';

/** Largest accepted number of those that need not fit into an `integer`. */
const ELSEWHERE: Readonly<Record<string, number | undefined>> = {
  // Its column is a bigint, which holds more than a number of JavaScript does.
  'audit.list before': Number.MAX_SAFE_INTEGER,
  // A time that browsers send; it is not stored.
  'push.subscribe expirationTime': undefined,
};

const inputs = [
  ...contractCalls.map(({ name, endpoint }) => ({ name: name as string, input: endpoint.input })),
  ...Object.entries(staffCalls).map(([name, call]) => ({ name, input: call.input as z.ZodMiniType })),
];
const numbers = inputs.flatMap(({ name, input }) =>
  numbersOf(input).map(({ path, maximum }) => [`${name} ${path}`, maximum] as const),
);

test('every number of an input has a maximum, at most the end of its column', () => {
  const endless = numbers.filter(
    ([name, maximum]) => !(name in ELSEWHERE) && !(maximum !== undefined && maximum <= INTEGER_END),
  );
  expect(endless).toEqual([]);
  expect(Object.fromEntries(numbers.filter(([name]) => name in ELSEWHERE))).toEqual(ELSEWHERE);
});

test('the walk finds numbers at any depth, in queries and bodies', () => {
  const names = numbers.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['credits.ledger before', 'chats.read seq', 'spending.limit daily']));
  const deep = z.strictObject({
    list: z.array(z.union([z.string(), z.strictObject({ a: z.int() })])),
    record: z.record(z.string(), z.optional(z.nullable(z.number()))),
    pair: z.tuple([z.coerce.number(), wholeNumber(0, 5)]),
    query: numberInQuery(1),
  });
  expect(numbersOf(deep)).toEqual([
    { path: 'list.*.a', maximum: Number.MAX_SAFE_INTEGER },
    { path: 'record.*', maximum: undefined },
    { path: 'pair.*', maximum: undefined },
    { path: 'pair.*', maximum: 5 },
    { path: 'query', maximum: INTEGER_END },
  ]);
});

test('the shared schemas take whole numbers up to their ends, and no other', () => {
  for (const [schema, typed] of [
    [wholeNumber(1), Number],
    [numberInQuery(1), String],
  ] as const) {
    const accepted = (value: number): boolean => schema.safeParse(typed(value)).success;
    expect([1, INTEGER_END].map(accepted)).toEqual([true, true]);
    expect([0, 1.5, INTEGER_END + 1, 2 ** 53, Infinity, NaN].map(accepted)).toEqual(Array(6).fill(false));
  }
});
