// Refuses texts that others could not read: nothing to be seen in them, or marks that cover the lines around them.
import { hasStackedMarks, isBlank } from '#domain/graphemes';
import type { BaseCtx } from '../context.ts';

/** Refuses texts that another person is to read, by the names of their fields. Those that `mayBeBlank` may say nothing. */
export function refuseUnreadable(
  ctx: Pick<BaseCtx<never>, 'refuse'>,
  texts: Readonly<Record<string, string>>,
  { mayBeBlank = false }: { readonly mayBeBlank?: boolean } = {},
): void {
  for (const [name, text] of Object.entries(texts)) {
    if (!mayBeBlank && isBlank(text)) throw ctx.refuse('invalid', { fields: { [name]: 'required' } });
    if (hasStackedMarks(text)) throw ctx.refuse('invalid', { fields: { [name]: 'too_many_marks' } });
  }
}
