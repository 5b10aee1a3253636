// Reads stored fields that another version may have written: what this version does not know is left out, and the rest stays.
import type * as z from 'zod/mini';

/** Each field by itself, so that one unknown value does not take the others with it. All of them may be missing. */
export function knownFields<Shape extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: Shape,
  stored: unknown,
): { [Key in keyof Shape]?: z.output<Shape[Key]> } {
  const given = new Map<string, unknown>(Object.entries(stored ?? {}));
  const known = Object.entries(shape).flatMap(([key, schema]) => {
    if (!given.has(key)) return [];
    const field = schema.safeParse(given.get(key));
    return field.success ? [[key, field.data] as const] : [];
  });
  return Object.fromEntries(known) as { [Key in keyof Shape]?: z.output<Shape[Key]> };
}
