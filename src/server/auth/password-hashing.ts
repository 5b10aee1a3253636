// Stores and checks passwords with argon2id; only a few at a time, so that a flood of logins cannot take all memory.
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice: 19 MiB, two passes, one lane. argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same password typed on different keyboards is the same password. */
const normalize = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), COST);

export interface PasswordChecker {
  /** Whether `password` fits `stored`. With null for an unknown member it takes as long and answers false. */
  check(password: string, stored: string | null): Promise<boolean>;
  /** What to store of a new password. */
  hash(password: string): Promise<string>;
}

/** Makes a checker that does at most `atOnce` pieces of work together; the rest wait their turn. */
export async function passwordChecker(concurrency = 4): Promise<PasswordChecker> {
  const dummy = await hashPassword(crypto.randomUUID());
  const waiting: (() => void)[] = [];
  let running = 0;
  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    check: (password, stored) =>
      withSlot(async () => (await verify(stored ?? dummy, normalize(password))) && stored !== null),
    hash: (password) => withSlot(() => hashPassword(password)),
  };
}
