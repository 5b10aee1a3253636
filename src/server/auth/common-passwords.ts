// The passwords everybody tries first, so that nobody can choose one: a list that comes with a package, nothing is asked anywhere.
import { dictionary } from '@zxcvbn-ts/language-common';

const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a folded text (NFKC, lower case) is a common or leaked password. */
export const isCommonPassword = (folded: string): boolean => commonPasswords.has(folded);
