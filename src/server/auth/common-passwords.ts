// Checks passwords against a bundled list of common and leaked ones, without a network request.
import { dictionary } from '@zxcvbn-ts/language-common';

const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a folded password (NFKC, lower case) is on the list. */
export const isCommonPassword = (folded: string): boolean => commonPasswords.has(folded);
