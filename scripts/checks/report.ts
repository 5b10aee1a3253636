// The result of a check: the faults it found, and an optional note.

export interface Report {
  /** One line each, with the file and what to do. */
  readonly faults: readonly string[];
  readonly note?: string;
}

/** Checks the project in `root`. It only reads files, so that tests can run it on a small copy. */
export type Check = (root: string) => Report | Promise<Report>;
