// The secret of a cookie or of a mailed link; what is stored of it is only its hash.
import { randomBytes } from 'node:crypto';

export const newSecret = (): string => randomBytes(32).toString('base64url');
