// Turns zod issues of data files into one sentence: the file, the field, and the mistake.
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** A mistake in a data file, with a message for its author. */
export class SiteError extends Error {
  override name = 'SiteError';
}

export function parseFile<S extends z.ZodMiniType>(schema: S, value: unknown, file: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  throw new SiteError(first ? `${file}: ${issueText(first, value)}` : `${file}: is not what was expected.`);
}

export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new SiteError(`${file}: is not valid JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}

function issueText(issue: Issue, value: unknown): string {
  const field = issue.path.length > 0 ? `field "${issue.path.map(String).join('.')}"` : 'the file';
  const found = describe(valueAt(value, issue.path));
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${field} has the unknown key "${issue.keys[0]}"; remove it or correct its spelling.`;
    case 'invalid_type':
      return found === 'nothing'
        ? `${field} is missing; it must be ${withArticle(issue.expected)}.`
        : `${field} must be ${withArticle(issue.expected)}, but is ${found}.`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map((each) => JSON.stringify(each)).join(', ')}, but is ${found}.`;
    case 'too_small':
      return `${field} is too small: at least ${String(issue.minimum)}, but is ${found}.`;
    case 'too_big':
      return `${field} is too big: at most ${String(issue.maximum)}, but is ${found}.`;
    case 'invalid_format':
      return `${field} has the wrong format (${issue.format}): ${found}.`;
    default:
      return `${field} is wrong: ${found}.`;
  }
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
