// The calls of `account`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const accountCases: CallCases<'account'> = {
  complain: {
    request: () => ({ json: { email: '', subject: 'else', text: 'Something went wrong.' } }),
    status: 200,
  },
};
