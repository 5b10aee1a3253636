// The product's numbers in one place: defaults of the settings, and limits that no site changes (spec §9, decisions A).

/** Youngest and oldest age, in full years. */
export const AGE = { min: 18, max: 99 } as const;

/** Search: members a page, how far results are counted exactly, default ages around one's own. */
export const SEARCH = { pageSize: 24, countCap: 1000, agesAround: 10 } as const;

/** Session cookie: its name, the name of the one that pages may read, and life in seconds (30 days). */
export const SESSION = {
  cookie: 'auth.session',
  hintCookie: 'auth.hint',
  seconds: 30 * 86_400,
} as const;

/** Language cookie: name, and life in seconds (365 days). */
export const LANGUAGE = { cookie: 'locale', seconds: 365 * 86_400, default: 'en', lastResortDates: 'nl-NL' } as const;

/**
 * Login lockout, for one account from one address: failures before a block, and the minutes of the first, second, third and every later
 * block. Failures at one account from everywhere, and from one address at all accounts, have budgets of their own: many people may share
 * an address, so that it is only slowed down (decisions A).
 */
export const LOCKOUT = {
  failures: 5,
  minutes: [1, 5, 15, 60],
  account: { max: 50, perSeconds: 86_400 },
  address: { max: 100, perSeconds: 3600 },
} as const;

/** Members shown to somebody who is not logged in: how many at most, and how much of what they wrote, in graphemes. */
export const PREVIEWS = { max: 4, lineLength: 120 } as const;

/** Mails a day to an address that nobody has confirmed, over all brands: no form of ours fills a stranger's mailbox. */
export const UNVERIFIED_MAILS_PER_DAY = 3;

/** Days after which an account ends whose address was never confirmed. */
export const UNCONFIRMED_DAYS = 7;

/** Profiles a member may open in a day; the search itself is not counted. */
export const PROFILES_PER_DAY = 500;

/** What a free member has: own photos, and conversations started. */
export const FREE = { photos: 3, conversations: 2 } as const;
/** Own photos of a premium member. */
export const PREMIUM = { photos: 25 } as const;

/** Chats: messages loaded at once, conversations one may start in a day, length of a preview in graphemes. */
export const CHAT = { pageSize: 30, newPerDay: 10, previewLength: 120 } as const;
/** Days after a conversation's last message from which older messages are hidden. */
export const CHAT_HIDDEN_DAYS = 180;
/** Typing: seconds between two signals of one writer, and how long one is shown. */
export const TYPING = { intervalSeconds: 3, shownSeconds: 5 } as const;

/** Likes a member may give in an hour. */
export const LIKES_PER_HOUR = 100;

/** The discount of a first purchase: its per cent, and for how many seconds after signup (spec §9). */
export const WELCOME = { percent: 25, seconds: 14_400 } as const;
/** Days in which a deleted account can be taken back. */
export const DELETION_DAYS = 14;

/** Badges: the most that is shown, the balance from which credits are shown, and the last of them that warns (spec §2, §9). */
export const BADGE = { max: 99, creditsUpTo: 10 } as const;

/** Mailed links: life of an activation in hours, and seconds before it can be mailed again. */
export const ACTIVATION_MAIL = { validHours: 48, resendSeconds: 60 } as const;

/** How many addresses one IP or /64 is told about, in how many seconds: whether they have an account. */
export const DISCLOSURE = { addresses: 5, perSeconds: 3600 } as const;

/** Password: fewest and most code points after NFKC, and the least score of zxcvbn (0 to 4). */
export const PASSWORD = { min: 12, max: 128, score: 3 } as const;
/** Name: fewest and most characters. */
export const NAME = { min: 3, max: 20 } as const;
/** Free texts of a profile, in graphemes. */
export const ABOUT = { max: 1000 } as const;

/** Retries of the client: most tries after the first, and the first and longest pause in milliseconds. */
export const RETRY = { times: 5, baseMs: 300, capMs: 10_000 } as const;
/** How long a browser waits for what it only reads before it asks again: a line may be dead and look open (milliseconds). */
export const READ_TIMEOUT_MS = 15_000;
/** The same for what it sends, which is sent again under the same key: longer than a server waits for its database or a provider. */
export const WRITE_TIMEOUT_MS = 30_000;

/** How long a last-activity write is good for, in seconds. */
export const ACTIVITY_INTERVAL_SECONDS = 300;

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
