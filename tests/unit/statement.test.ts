// Prepared statements: compiled once, and a value used in several places is sent once.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from '#server/db/statement';

test('each value has one number, for any number of uses; constants keep their own', () => {
  const statement = prepared<{ one: number; two: string }, unknown>((db, of) => ({
    compile: () => sql`select ${of.two}, ${of.one}, ${5}, ${of.two}, ${5}, ${of.one}`.compile(db),
  }));
  const { sql: text, parameters } = statement({ one: 1, two: 'b' });
  expect(text).toBe('select $1, $2, $3, $1, $4, $2');
  expect(parameters).toEqual(['b', 1, 5, 5]);
  expect(statement({ one: 3, two: 'c' }).parameters).toEqual(['c', 3, 5, 5]);
});

test('more than nine numbers', () => {
  const names = Array.from({ length: 12 }, (_, at) => `v${at}`);
  const statement = prepared<Record<string, number>, unknown>((db, of) => ({
    compile: () => sql`${sql.join([...names, 'v11', 'v0'].map((name) => sql`${of[name]}`))}`.compile(db),
  }));
  const { sql: text, parameters } = statement(Object.fromEntries(names.map((name, at) => [name, at])));
  expect(text).toBe([...names.map((_, at) => `$${at + 1}`), '$12', '$1'].join(', '));
  expect(parameters).toEqual(names.map((_, at) => at));
});
