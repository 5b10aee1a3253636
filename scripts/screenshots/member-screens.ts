// The screens of the members area that are walked, every page of it among them.
import { LANGUAGE } from '#domain/limits';
import { pathOf } from '#domain/routes';

/** What the addresses of screens name. */
export interface Subjects {
  readonly member: string;
  readonly payment: string;
  /** The member of a conversation. */
  readonly partner: string;
}

const path = (route: string, parameters: Readonly<Record<string, string>> = {}): string =>
  pathOf(route, LANGUAGE.default, parameters);

/** Addresses by name. `npm run check` tells which page of the members area is missing. */
export const memberScreens = ({ member, payment, partner }: Subjects): Readonly<Record<string, string>> => ({
  members: path('members'),
  'members-empty': `${path('members')}?min_age=98&max_age=99`,
  member: path('members-id', { id: member }),
  'member-chat': path('members-id-chat', { id: member }),
  chats: path('chats'),
  chat: path('chats-id', { id: partner }),
  likes: path('likes'),
  matches: path('likes-type', { type: 'matches' }),
  'liked-member': path('likes-m-id', { id: member }),
  credits: path('credits'),
  order: path('credits-id-paymentmethod', { id: '35' }),
  'repeat-order': path('credits-repeat-order'),
  'direct-debit': `${path('directdebit')}?package=35`,
  premium: path('premium'),
  transactions: path('transactions-id'),
  payment: path('transactions-id', { id: payment }),
  swipe: path('swipe-game'),
  finder: path('match-finder'),
  'complete-signup': path('complete-signup'),
  'signup-matches': path('signup-matches'),
  profile: path('profile'),
  settings: path('settings'),
  notifications: path('notifications'),
  'lang-config': path('lang-config'),
});
