// Addresses that programs know of any site, and where they lead.

/** Where password managers send people to change a password. */
export const CHANGE_PASSWORD = { from: '/.well-known/change-password', to: '/settings#password' } as const;
