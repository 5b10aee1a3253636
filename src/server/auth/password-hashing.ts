// Hashes and verifies passwords with argon2id. Concurrency is limited so that a flood of logins cannot exhaust memory.
import { hash, verify } from '@node-rs/argon2';

/** First recommendation of OWASP: 19 MiB, two passes, one lane. argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Keyboards may produce different code points for the same password. */
const normalize = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), COST);

export interface PasswordChecker {
  /**
   * Whether `password` matches the hash in `stored`. For an unknown member (null) it takes as long and returns false.
   */
  check(password: string, stored: string | null): Promise<boolean>;
  /** The hash to store for a new password. */
  hash(password: string): Promise<string>;
  /** A new hash in place of one that was stored at another cost; null when it is current. */
  renewed(password: string, stored: string): Promise<string | null>;
}

const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Creates a checker that runs at most `concurrency` hashes at once and queues the rest. */
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
  const hashInSlot = (password: string): Promise<string> => withSlot(() => hashPassword(password));
  return {
    check: (password, stored) =>
      withSlot(async () => (await verify(stored ?? dummy, normalize(password))) && stored !== null),
    hash: hashInSlot,
    renewed: async (password, stored) => (stored.startsWith(CURRENT) ? null : hashInSlot(password)),
  };
}
