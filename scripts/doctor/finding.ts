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
