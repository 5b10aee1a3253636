// Numeric limits and defaults of the product.

/** Minimum and maximum age in full years. */
export const AGE = { min: 18, max: 99 } as const;

/**
 * Search: members per page, cap of the exact count, how many are examined for one page, how many times as many where it holds no one or
 * there is no next page, default range of ages around the member's own.
 */
export const SEARCH = { pageSize: 24, countCap: 1000, examined: 20_000, looks: 3, agesAround: 10 } as const;

/** Searches that a member may save. */
export const SAVED_SEARCHES = 10;

/** Similar members: a page of them, and among how many of the recently active ones they are looked for. */
export const SIMILAR = { pageSize: 4, pool: 96 } as const;

/** Session cookie: its name, the name of the hint cookie that pages may read, lifetime in seconds (30 days). */
export const SESSION = {
  cookie: 'auth.session',
  hintCookie: 'auth.hint',
  seconds: 30 * 86_400,
} as const;

/**
 * Cookie of a browser that has logged in: its name, lifetime in seconds (90 days), and for how many accounts it is kept.
 */
export const KNOWN_BROWSER = { cookie: 'auth.known', seconds: 90 * 86_400, accounts: 4 } as const;

/** Language cookie: name, lifetime in seconds (365 days). */
export const LANGUAGE = { cookie: 'locale', seconds: 365 * 86_400, default: 'en', lastResortDates: 'nl-NL' } as const;

/**
 * Login lockout per account and address: failures before a block, and the minutes of the first, second, third and later
 * blocks. `account` limits failures at one account from all addresses. `known` is the allowance of a browser that has
 * logged in to the account before, which others cannot use up; `allKnown` limits all such browsers of an account together.
 * `address` limits failures from one address at all accounts of all brands: it may be shared, so beyond that it is only
 * slowed down.
 */
export const LOCKOUT = {
  failures: 5,
  minutes: [1, 5, 15, 60],
  account: { max: 50, perSeconds: 86_400 },
  known: { max: 5, perSeconds: 3600 },
  allKnown: { max: 20, perSeconds: 3600 },
  address: { max: 100, perSeconds: 3600 },
} as const;

/** Previews for visitors: maximum number of members, and length of their text in graphemes. */
export const PREVIEWS = { max: 4, lineLength: 120 } as const;

/** Days after which an unconfirmed account is deleted. */
export const UNCONFIRMED_DAYS = 7;

/** Profiles a member may open per day; search results do not count. */
export const PROFILES_PER_DAY = 500;

/** Limits of a free member: photos, and conversations started. */
export const FREE = { photos: 3, conversations: 2 } as const;
/** Limits of a premium member. */
export const PREMIUM = { photos: 25 } as const;
/** How many photos a member may have. */
export const photoLimit = (isPaid: boolean): number => (isPaid ? PREMIUM : FREE).photos;
/**
 * A selfie that proves a main photo: minutes for which a gesture is drawn at least, days that it waits for a person at most, and minutes in
 * which a decision can be taken again.
 */
export const SELFIE = { gestureMinutes: 10, keepDays: 7, undoMinutes: 10 } as const;
/** An uploaded photo: maximum pixels, and the minimum of the shorter side, of it and of the part that is kept. */
export const PHOTO = { maxPixels: 40_000_000, minSide: 400, minCropSide: 200 } as const;

/** Chats: messages per page, conversations per page of the list, new conversations per day, preview length in graphemes, minutes in which a message can be deleted for both. */
export const CHAT = {
  pageSize: 30,
  listSize: 200,
  newPerDay: 10,
  previewLength: 120,
  deleteForBothMinutes: 15,
} as const;
/** Days after a conversation's last message when older messages are hidden. */
export const CHAT_HIDDEN_DAYS = 180;
/** Opening lines to choose from, in each language of each brand (requirement CH29). */
export const ICEBREAKERS = 12;
/** Typing: minimum seconds between two signals of a member, and how long one is shown. */
export const TYPING = { intervalSeconds: 3, shownSeconds: 5 } as const;

/** Members a member may block per hour, and report per day; for how many hours a message that was deleted for both can be reported. */
export const SAFETY = { blocksPerHour: 20, reportsPerDay: 10, reportDeletedHours: 24, keepDecidedDays: 365 } as const;

/** For how many days a decision can be appealed: six months. */
export const APPEAL = { days: 184 } as const;

/** Likes a member may give per hour. */
export const LIKES_PER_HOUR = 100;
/**
 * Lists of likes: a page of them, cap of the exact counts, how many new ones come with the count of them, and of how many members every
 * page knows that they are liked.
 */
export const LIKES = { pageSize: 48, countCap: 1000, latest: 24, known: 2000 } as const;
/** For how many hours a like taken back is still known, so that it is no news when it is given again. */
export const WITHDRAWN_LIKE_HOURS = 24;
/** A like shown by itself: after at most how many seconds, and after how many milliseconds the likes are read again. */
export const AUTO_LIKE = { maxSeconds: 3600, reloadMs: 500 } as const;

/** The swipe game: likes of a day, and days until the same person may be shown again. */
export const SWIPE = { likesPerDay: 4, againAfterDays: 30 } as const;

/** Days whose lowest price is named beside a discount. */
export const LOWEST_PRICE_DAYS = 30;

/** Discount of a first purchase: per cent, and seconds after signup. */
export const WELCOME = { percent: 25, seconds: 14_400 } as const;
/** Passkeys: how many a member may have, and how long a challenge is valid. */
export const PASSKEYS = { max: 10, challengeSeconds: 300 } as const;

/**
 * Data export: hours between two requests, days a file can be downloaded, and minutes after which one that is not there has
 * failed. The job is tried again for a quarter of an hour.
 */
export const DATA_EXPORT = { everyHours: 24, validDays: 7, failedAfterMinutes: 30 } as const;

/** Dialogs that come by themselves: how many between two full loads of a page, and the pause after each. */
export const DIALOGS = { perVisit: 2, pauseMs: 60_000 } as const;
/** When the popup of that discount opens, after the member has entered the members area (requirement CR45). */
export const TIME_BONUS_POPUP_MS = 40_000;
/** Days during which a deleted account can be restored. */
export const DELETION_DAYS = 14;
/** Days during which the code is valid that a member gets who is about to leave. */
export const LEAVING_CODE_DAYS = 7;

/** Badges: largest displayed count, and the balance up to which credits are shown. */
export const BADGE = { max: 99, creditsUpTo: 10 } as const;

/** Activation mail: hours a link is valid, seconds before a new one can be sent, and tries of the password that each link has. */
export const ACTIVATION_MAIL = {
  validHours: 48,
  resendSeconds: 60,
  tries: { max: 5, perSeconds: 3600 },
} as const;

/**
 * Mails per UTC day to one mailbox over all brands that others can cause, by what they are about. Each has a quota of its own, so that
 * complaints in a name block no signup, and signups in it no change of address. `new_address` is where a change leads to, `old_address`
 * what it leaves. The first mail of a day about joining a brand goes out beyond them.
 */
export const MAILS_PER_DAY = { joining: 3, receipt: 1, new_address: 3, old_address: 3 } as const;

/** Within so many seconds, a form with the same address and password is a resubmission: the browser had no session yet. */
export const RESUBMIT_SECONDS = 60;

/**
 * For how many seconds a used link that logs in or sets a password works again: its form may be sent twice, or the first
 * answer may be lost.
 */
export const LINK_REPEAT_SECONDS = 60;

/** Password reset: minutes a mailed link is valid, and mails per account within `perHours`. */
export const PASSWORD_RESET = { validMinutes: 60, mails: 3, perHours: 24 } as const;

/**
 * Login by mail: minutes a mailed link is valid, mails per account within `perHours`, and seconds between two. The last
 * of these mails is valid for `perHours`, so that asking for mails shuts no member out, and so is each that may follow
 * every `moreEveryHours`.
 */
export const LOGIN_MAIL = { validMinutes: 15, mails: 6, perHours: 24, waitSeconds: 60, moreEveryHours: 1 } as const;

/** Change of the e-mail address: hours in which it can be confirmed, and undone from the old address. */
export const EMAIL_CHANGE = { validHours: 24, undoHours: 48 } as const;

/** How many addresses a caller (IP or /64) may test for an account, within how many seconds. */
export const DISCLOSURE = { addresses: 5, perSeconds: 3600 } as const;

/** Password: minimum and maximum code points after NFKC, minimum zxcvbn score (0 to 4). */
export const PASSWORD = { min: 12, max: 128, score: 3 } as const;
/** Name: minimum and maximum characters. */
export const NAME = { min: 3, max: 20 } as const;
/** Free texts of a profile: maximum graphemes. */
export const ABOUT = { max: 1000 } as const;
/** The line under a member's picture: maximum graphemes. */
export const LINE = { max: 120 } as const;
/** Interests that a complete profile has at least. */
export const INTERESTS = { wanted: 3 } as const;
/** Days before a confirmed member may change name or gender again; the date of birth changes once (decisions A-changes). */
export const PROFILE_CHANGE_DAYS = 30;

/** How long the town of a position is remembered, in milliseconds (requirement PR9). */
export const GEOCODE_CACHE_MS = 3_600_000;

/** Client retries: maximum number, and the first and longest delay in milliseconds. */
export const RETRY = { times: 5, baseMs: 300, capMs: 10_000 } as const;
/** Timeout of a read before it is retried, in milliseconds. A dead connection can look open. */
export const READ_TIMEOUT_MS = 15_000;
/**
 * Timeout of a write in milliseconds; it is retried with the same key. Longer than the server waits for database or
 * provider.
 */
export const WRITE_TIMEOUT_MS = 30_000;

/** An upload of which nothing has moved for so many milliseconds has lost its connection. */
export const UPLOAD_STALL_MS = 30_000;
/**
 * An upload may take as long as so many bytes per second keep coming, and may fall behind them by `graceMs` at any time: memory that
 * few senders hold would keep all others out. 400 kbit/s, a slow 3G, are three times as fast and send 10 MB in 200 seconds.
 */
export const UPLOAD_PACE = { graceMs: 60_000, bytesPerSecond: 16_000 } as const;
/** Milliseconds until an upload that is sent must be answered: parts of it may still be on their way, and pictures wait in turns. */
export const UPLOAD_ANSWER_MS = 120_000;

/** Recordings in chats: the longest in seconds, and the bits per second that browsers are asked for. */
export const VOICE = { seconds: 60, bitsPerSecond: 32_000 } as const;

/** Minimum seconds between two writes of a member's last activity. */
export const ACTIVITY_INTERVAL_SECONDS = 300;

/** Progress bar: delay before it shows, and its duration, in milliseconds. */
export const PROGRESS = { delayMs: 200, runMs: 5000 } as const;

/** Maximum size of a JSON body in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Default settings; a site's settings.json overrides them. */
export const DEFAULTS = {
  message_credits: 1,
  photo_credits: 2,
  gift_credits: { min: 1, max: 10 },
  signup_credits: 4,
  message_length: 1000,
  refund_days: 14,
  repeat_orders_per_day: 5,
  return_days: 0,
  verified_photos: true,
  nudity_guard: true,
  scam_guard: true,
} as const;
