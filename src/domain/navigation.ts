// Items of the members' navigation bars, in order, and the pages that belong to each.
import { hasScreen } from './routes.ts';

/** `route` is the link's target. The item is also marked as current on its `childRoutes`. */
export interface NavItem {
  readonly route: string;
  readonly childRoutes: readonly string[];
}

export const navItems = {
  search: { route: 'members', childRoutes: ['members-id', 'match-finder'] },
  messages: { route: 'chats', childRoutes: ['chats-id', 'members-id-chat'] },
  likes: { route: 'likes', childRoutes: ['likes-type', 'likes-m-id', 'swipe-game'] },
  credits: {
    route: 'credits',
    childRoutes: ['credits-id-paymentmethod', 'credits-repeat-order', 'directdebit', 'transactions-id'],
  },
  premium: { route: hasScreen('premium') ? 'premium' : 'credits', childRoutes: ['credits-id-paymentmethod'] },
} as const satisfies Record<string, NavItem>;

/** Pages on which the installed app, which has no button of a browser, shows a way back (requirement SH18). */
const BACK_ROUTES = ['members-id', 'likes-type', 'likes-m-id', 'credits', 'credits-id-paymentmethod', 'directdebit'];
export const hasBack = (route: string): boolean => BACK_ROUTES.includes(route);

/** `aria-current` of an item on the page of that route. */
export function currentNavItem({ route, childRoutes }: NavItem, page: string): 'page' | 'true' | undefined {
  if (page === route) return 'page';
  return childRoutes.includes(page) ? 'true' : undefined;
}
