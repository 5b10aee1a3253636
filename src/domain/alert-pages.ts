// Which alerts a page of the members area has room for (requirements SH26, PU7).

/**
 * `all` of them; only those about the `account`, where an offer would be in the way; only those that `stop` the account, where the page
 * has a section for each of the others; `confirm`: that page is itself about the address.
 */
export type AlertScope = 'all' | 'account' | 'stop' | 'confirm';

const SCOPES: Readonly<Record<string, AlertScope>> = {
  profile: 'account',
  premium: 'account',
  directdebit: 'account',
  'complete-signup': 'confirm',
  settings: 'stop',
  notifications: 'stop',
};

export const alertScope = (route: string): AlertScope => SCOPES[route] ?? 'all';
export const alertScopes: readonly AlertScope[] = ['all', 'account', 'stop', 'confirm'];

/** Whether pages of a scope show that alert or banner. */
export function showsIn(scope: AlertScope, alert: string): boolean {
  if (alert === 'confirm') return scope !== 'confirm';
  if (alert === 'photo' || alert === 'push') return scope === 'all';
  return scope !== 'stop' || !alert.startsWith('mail-');
}
