// Ways out of a conversation that lead back into it.
import { linkTo } from '#lib/paths';

/** The offer, with the way back to the chat with that member (decisions B13). */
export const creditsFor = (partner: string): string => `${linkTo('credits')}?for=${encodeURIComponent(partner)}`;
