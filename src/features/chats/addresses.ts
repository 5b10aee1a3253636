// Links from a conversation that lead back to it.
import { linkTo } from '#lib/paths';

/** The packages, with the partner whose chat to return to (decisions B13). */
export const creditsFor = (partner: string): string => `${linkTo('credits')}?for=${encodeURIComponent(partner)}`;
