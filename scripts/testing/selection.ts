// Finds the test files that match some words by their path or by a title in them.
import { filesIn, read } from '../checks/files.ts';
import { titlesOf } from '../checks/titles.ts';

export interface SelectedTests {
  /** Files that Vitest runs. */
  readonly vitest: readonly string[];
  /** Files that Playwright runs. */
  readonly playwright: readonly string[];
}

/** Journeys through other engines, whose browsers only the full run installs. */
const isOtherEngine = (path: string): boolean => path.endsWith('/engines.spec.ts');
/** Tests that take minutes, and belong to the full run. */
const isLong = (path: string): boolean => path.startsWith('tests/full/');

/** Files with each word in the path or in a title, case-insensitive; without words, all of them. */
export function selectTests(root: string, words: readonly string[], isFull = false): SelectedTests {
  const wanted = words.map((word) => word.toLowerCase());
  const isSelected = (path: string): boolean => {
    if (wanted.length === 0) return true;
    const places = [path, ...titlesOf(path, read(root, path))].map((place) => place.toLowerCase());
    return wanted.every((word) => places.some((place) => place.includes(word)));
  };
  return {
    vitest: filesIn(root, 'tests', ['test.ts']).filter((path) => (isFull || !isLong(path)) && isSelected(path)),
    playwright: filesIn(root, 'tests/e2e', ['spec.ts']).filter(
      (path) => (isFull || !isOtherEngine(path)) && isSelected(path),
    ),
  };
}

/** Tests that start PostgreSQL or web servers. */
const WITH_PROGRAMS =
  /^tests\/((api|stores|full)\/|unit\/(cdn|web-servers|deployment)\.|site\/observatory\.|recipes\.)/;

/** Prerequisites that take a while and that only some tests need. */
export const needsExports = ({ vitest, playwright }: SelectedTests): boolean =>
  playwright.length > 0 || vitest.some((path) => path.startsWith('tests/site/'));
export const needsPrograms = ({ vitest, playwright }: SelectedTests): boolean =>
  playwright.length > 0 || vitest.some((path) => WITH_PROGRAMS.test(path));
