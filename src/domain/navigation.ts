// Items of the members' navigation bars, in order, and the pages that belong to each.
import { hasScreen } from './routes.ts';

/** `route` is the link's target. The item is also marked as current on its `childRoutes`. */
export interface NavItem {
  readonly route: string;
  readonly childRoutes: readonly string[];
}

export const navItems = {
  search: { route: 'members', childRoutes: ['members-id'] },
  messages: { route: 'chats', childRoutes: ['chats-id', 'members-id-chat'] },
  likes: { route: 'likes', childRoutes: ['likes-type', 'likes-m-id'] },
  credits: { route: 'credits', childRoutes: ['credits-id-paymentmethod', 'credits-repeat-order', 'transactions-id'] },
  premium: { route: hasScreen('premium') ? 'premium' : 'credits', childRoutes: ['credits-id-paymentmethod'] },
} as const satisfies Record<string, NavItem>;

/** `aria-current` of an item on the page of that route. */
export function currentNavItem({ route, childRoutes }: NavItem, page: string): 'page' | 'true' | undefined {
  if (page === route) return 'page';
  return childRoutes.includes(page) ? 'true' : undefined;
}
