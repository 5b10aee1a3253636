// The caller of what tells about sexual orientation: only with the consent to use sensitive data.
import type { Ctx } from '../context.ts';

/** Throws `consent_required` while the consent is withdrawn. */
export function consentedMember(ctx: Pick<Ctx<'consent_required'>, 'member' | 'refuse'>): string {
  const { id, consented } = ctx.member();
  if (!consented) throw ctx.refuse('consent_required');
  return id;
}
