// Members who fit what a new member has told during the signup.
import { finder } from '#contract/finder';
import { client } from '#lib/api';
import { reloadOnAbsence } from './absent.ts';
import { rememberFits } from './finder.ts';
import { createResource } from './resource.ts';

const api = client({ atSignup: finder.atSignup });

export const $signupMatches = createResource({
  load: async () => {
    const found = await api.atSignup();
    rememberFits(found.profiles);
    return found;
  },
});

export const openSignupMatches = (): Promise<void> => $signupMatches.reload();

reloadOnAbsence($signupMatches);
