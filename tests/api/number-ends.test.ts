// Numbers in inputs, at their maximum and beyond it: the database never sees one that its column cannot hold.
import { beforeAll, expect, test } from 'vitest';
import { contractCalls, requestFor } from '../support/calls.ts';
import { numbersOf } from '../support/contract-numbers.ts';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, type CallOptions } from '../support/server.ts';

const numbers = contractCalls.flatMap((call) =>
  numbersOf(call.endpoint.input).flatMap(({ path, maximum }) =>
    maximum === undefined ? [] : [{ name: `${call.name} ${path}`, call, path, maximum }],
  ),
);

type Fields = Readonly<Record<string, unknown>>;
const changed = (fields: Fields, [name = '', ...inner]: readonly string[], value: number): Fields => ({
  ...fields,
  [name]: inner.length === 0 ? value : changed(fields[name] as Fields, inner, value),
});

function withField(query: string | undefined, name: string, value: string): string {
  const fields = new URLSearchParams(query);
  fields.set(name, value);
  return fields.toString();
}

eachEngine('the ends of numbers', (server) => {
  let member: MadeMember;
  let other: MadeMember;
  beforeAll(async () => {
    [member, other] = [await server().member(), await server().member()];
  });

  test.each(numbers)(
    'F1: $name is accepted up to its maximum, and refused beyond it',
    async ({ call, path, maximum }) => {
      const made = requestFor(call, other.id);
      const withNumber = (value: number): CallOptions =>
        'json' in made
          ? { json: changed(made.json as Fields, path.split('.'), value) }
          : { ...made, query: withField(made.query, path, String(value)) };
      const answerTo = (value: number) =>
        server().call(call.endpoint.path, { method: call.endpoint.method, as: member, ...withNumber(value) });
      const last = await answerTo(maximum);
      expect(last.status, last.text).toBeLessThan(500);
      expect(last.body.error?.['fields'] ?? {}).not.toHaveProperty(path);
      const beyond = await answerTo(maximum + 1);
      expect([beyond.status, beyond.body.error?.['fields']]).toEqual([422, { [path]: 'out_of_range' }]);
    },
  );
});
