// What the doctor's looks have in common: how they say what they found, and how long they wait.

/** How long another server may take to answer. */
export const TIMEOUT_MS = 5000;

/** One thing the doctor found. A warning does not keep the server from starting. */
export interface Finding {
  readonly state: 'good' | 'warning' | 'bad';
  readonly about: string;
  readonly text: string;
}

export const good = (about: string, text: string): Finding => ({ state: 'good', about, text });
export const bad = (about: string, text: string): Finding => ({ state: 'bad', about, text });
export const warning = (about: string, text: string): Finding => ({ state: 'warning', about, text });

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', warning: '!', bad: '✗' };

export const badOf = (found: readonly Finding[]): number => found.filter(({ state }) => state === 'bad').length;

/** What is printed of them: for people with a last line that counts, or for scripts as an object a line. */
export function printed(found: readonly Finding[], isJson: boolean): string[] {
  if (isJson) return found.map((each) => JSON.stringify(each));
  const bad = badOf(found);
  const lines = found.map(({ state, about, text }) => `${MARKS[state]} ${about.padEnd(9)} ${text}`);
  return [...lines, bad === 0 ? 'Nothing must be mended.' : `${bad} ${bad === 1 ? 'thing' : 'things'} to mend.`];
}
