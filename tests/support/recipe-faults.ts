// What a check or the compiler says of a file that was left out of a recipe.
import { expect } from 'vitest';

/** A fault of a type that names the feature, or stands in the file. */
export const aboutToysOr = (file: string): unknown =>
  expect.toSatisfy((fault: string) => /toy/i.test(fault) || fault.startsWith(file));

/** A sentence that names the file; a file of words by folder and namespace, the file of an event by its folder. */
export const mentioning = (file: string): unknown => {
  const [, language = file, space = ''] = /^(locales\/\w+)\/(\w+)\.json$/.exec(file) ?? [];
  const [folder = file] = /^(src\/\w+|tests\/stores)\b/.exec(file) ?? [];
  return expect.toSatisfy(
    (fault: string) =>
      fault.includes(file) ||
      fault.includes(`${language} ${space}:`) ||
      (fault.includes('the event "toy"') && fault.includes(folder)),
  );
};
