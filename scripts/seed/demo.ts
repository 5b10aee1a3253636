// The logins of every demo site, in one list for the seed, the page that shows them and the tests.

/** The kinds of demo login; `credits` are whole credits. */
export interface DemoLogin {
  readonly kind: 'free' | 'premium' | 'zero' | 'unconfirmed';
  readonly email: string;
  readonly password: string;
  readonly paid: boolean;
  readonly credits: number;
  readonly isConfirmed: boolean;
}

/** Public on purpose: it opens only demo accounts. */
const password = 'correct-horse-demo';

export const demoLogins: readonly DemoLogin[] = [
  { kind: 'free', email: 'free@demo.example', password, paid: false, credits: 4, isConfirmed: true },
  { kind: 'premium', email: 'premium@demo.example', password, paid: true, credits: 120, isConfirmed: true },
  { kind: 'zero', email: 'zero@demo.example', password, paid: false, credits: 0, isConfirmed: true },
  { kind: 'unconfirmed', email: 'unconfirmed@demo.example', password, paid: false, credits: 4, isConfirmed: false },
];
