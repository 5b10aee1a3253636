// Tells browsers to come over HTTPS only, for two years; sent over HTTPS alone, and for the one host, not those below it.
export const HSTS = { name: 'Strict-Transport-Security', value: 'max-age=63072000' } as const;
