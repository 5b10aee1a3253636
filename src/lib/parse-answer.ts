// Parses what the server sends. It may be newer than these pages, so keys that they do not know are dropped.
import type * as z from 'zod/mini';

/** As `safeParse`. `data` is fresh from JSON: unknown keys are deleted in it. */
export function safeParseAnswer<Schema extends z.ZodMiniType>(schema: Schema, data: unknown) {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed;
  for (const issue of parsed.error.issues)
    if (issue.code === 'unrecognized_keys') {
      const holder = issue.path.reduce((part, key) => (part as Record<PropertyKey, unknown>)[key], data);
      for (const key of issue.keys) delete (holder as Record<string, unknown>)[key];
    }
  return schema.safeParse(data);
}

/** As `parse`: throws for anything but an unknown key. */
export function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const { success, data: answer, error } = safeParseAnswer(schema, data);
  if (!success) throw error;
  return answer;
}
