// Validates input against a schema and maps errors to the contract's field codes.
import * as z from 'zod/mini';
import type { FieldCode } from '#contract/errors';
import { Refusal } from './refusal.ts';

/** The validated input. Throws `invalid` with the refused fields by dotted path. */
export function checkInput<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(result.error.issues.flatMap((issue) => refusedFields(issue, value)).slice(0, 50));
  throw new Refusal('invalid', { fields });
}

type Issue = z.core.$ZodIssue;

function refusedFields(issue: Issue, value: unknown): [string, FieldCode][] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [path ? `${path}.${key}` : key, 'unknown_field']);
  return [[path || 'body', codeOf(issue, valueAt(value, issue.path))]];
}

function codeOf(issue: Issue, value: unknown): FieldCode {
  if (value === undefined) return 'required';
  switch (issue.code) {
    case 'too_small':
      return typeof value === 'string' && issue.origin === 'string'
        ? value.trim() === ''
          ? 'required'
          : 'too_short'
        : 'out_of_range';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'out_of_range';
    case 'invalid_format':
      return 'wrong_format';
    case 'invalid_value':
    case 'custom':
      return 'not_allowed';
    default:
      return 'wrong_type';
  }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
