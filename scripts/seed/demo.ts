// The logins of every demo site, in one list for the seed, the page that shows them and the tests.
import { DEMO_LOGIN } from '#server/config/demo-members';

/** The kinds of demo login; `credits` are whole credits. */
export interface DemoLogin {
  readonly kind: 'free' | 'premium' | 'zero' | 'unconfirmed' | 'lively' | 'waiting';
  readonly email: string;
  readonly password: string;
  readonly paid: boolean;
  /** The balance, from which those who have paid spend some in the conversations that the seed writes. */
  readonly credits: number;
  readonly isConfirmed: boolean;
  /** Where the member lives if the site serves that country. */
  readonly country: string;
}

/** Public on purpose: it opens only demo accounts. */
const password = 'correct-horse-demo';
const home = { password, country: 'NL', isConfirmed: true } as const;
const lively = { ...home, kind: 'lively', paid: true, credits: 320 } as const;

/** Each has a life (lives.ts); the lively ones have payments of every kind as well. */
export const demoLogins: readonly DemoLogin[] = [
  { ...home, kind: 'free', email: DEMO_LOGIN, paid: false, credits: 4 },
  { ...home, kind: 'premium', email: 'premium@demo.example', paid: true, credits: 120 },
  { ...home, kind: 'zero', email: 'zero@demo.example', paid: false, credits: 0 },
  { ...home, kind: 'unconfirmed', email: 'unconfirmed@demo.example', paid: false, credits: 4, isConfirmed: false },
  { ...lively, email: 'nl@demo.example' },
  { ...lively, email: 'gb@demo.example', country: 'GB' },
  { ...lively, email: 'us@demo.example', country: 'US' },
  { ...home, kind: 'waiting', email: 'waiting@demo.example', paid: false, credits: 4, isConfirmed: false },
];
