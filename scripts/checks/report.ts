// What every check answers: the faults it found, and perhaps a note worth reading when there are none.

export interface Report {
  /** One line each, naming the file and what to do. */
  readonly faults: readonly string[];
  readonly note?: string;
}

/** Looks at the project in `root`; pure but for reading files, so that tests can run it on a small copy. */
export type Check = (root: string) => Report | Promise<Report>;
