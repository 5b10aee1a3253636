// The product's numbers in one place: defaults of the settings, and limits that no site changes (spec §9, decisions A).

/** Youngest and oldest age, in full years. */
export const AGE = { min: 18, max: 99 } as const;

/** Search: members a page, how far results are counted exactly, default ages around one's own. */
export const SEARCH = { pageSize: 24, countCap: 1000, agesAround: 10 } as const;

/** Session cookie: name, and life in seconds (30 days). */
export const SESSION = { cookie: 'auth.session', hintCookie: 'auth.hint', seconds: 30 * 86_400 } as const;

/** Language cookie: name, and life in seconds (365 days). */
export const LANGUAGE = { cookie: 'locale', seconds: 365 * 86_400, default: 'en', lastResortDates: 'nl-NL' } as const;

/** Login lockout: failures before a block, and the minutes of the first, second, third and every later block. */
export const LOCKOUT = { failures: 5, minutes: [1, 5, 15, 60] } as const;

/** Profiles a member may open in a day; the search itself is not counted. */
export const PROFILES_PER_DAY = 500;

/** Retries of the client: most tries after the first, and the first and longest pause in milliseconds. */
export const RETRY = { times: 5, baseMs: 300, capMs: 10_000 } as const;

/** How long a last-activity write is good for, in seconds. */
export const ACTIVITY_EVERY_SECONDS = 300;

/** The progress bar: milliseconds before it shows, and how long it runs. */
export const PROGRESS = { delayMs: 200, runMs: 5000 } as const;

/** Largest JSON body in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Defaults of the settings; a site's settings.json overrides them. */
export const DEFAULTS = {
  message_credits: 1,
  photo_credits: 2,
  gift_credits: { min: 1, max: 10 },
  signup_credits: 4,
  message_length: 1000,
  refund_days: 14,
} as const;
