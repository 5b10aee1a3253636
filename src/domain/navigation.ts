// The members' ways: what both bars lead to, in their order, and which pages belong to each.
import { hasScreen } from './routes.ts';

/** `route` is where it leads; on a page of `holds` the way is marked, too. */
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

/** `aria-current` of a way on the page of that route. */
export function currentNavItem({ route, childRoutes }: NavItem, page: string): 'page' | 'true' | undefined {
  if (page === route) return 'page';
  return childRoutes.includes(page) ? 'true' : undefined;
}
