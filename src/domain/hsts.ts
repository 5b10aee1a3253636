// HSTS header for two years. Sent over HTTPS only; it does not include subdomains.
export const HSTS = { name: 'Strict-Transport-Security', value: 'max-age=63072000' } as const;
