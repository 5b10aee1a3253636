// Registry of all handlers by feature of the contract. A missing feature does not compile.
import type { Contract } from '#contract/index';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';
import { accountHandlers } from './account/index.ts';
import { appealsHandlers } from './appeals/index.ts';
import { authHandlers } from './auth/index.ts';
import { chatHandlers } from './chats/index.ts';
import { consentHandlers } from './consent/index.ts';
import { creditHandlers } from './credits/index.ts';
import { debitHandlers } from './debit/index.ts';
import { discountHandlers } from './discounts/index.ts';
import { finderHandlers } from './finder/index.ts';
import { leavingHandlers } from './leaving/index.ts';
import { likeHandlers } from './likes/index.ts';
import { memberHandlers } from './members/index.ts';
import { notificationHandlers } from './notifications/index.ts';
import { passkeyHandlers } from './passkeys/index.ts';
import { safetyHandlers } from './safety/index.ts';
import { searchesHandlers } from './searches/index.ts';
import { selfieHandlers } from './selfies/index.ts';
import { settingsHandlers } from './settings/index.ts';
import { photoHandlers } from './photos/index.ts';
import { profileHandlers } from './profile/index.ts';
import { repeatHandlers } from './repeat/index.ts';
import { pushHandlers } from './push/index.ts';
import { signupHandlers } from './signup/index.ts';
import { siteHandlers } from './site/index.ts';
import { spendingHandlers } from './spending/index.ts';
import { swipeHandlers } from './swipe/index.ts';
import { trustHandlers } from './trust/index.ts';

export type AllHandlers = { readonly [Word in keyof Contract]: Handlers<Contract[Word]> };

export const allHandlers = (services: Services): AllHandlers => ({
  account: accountHandlers(services),
  appeals: appealsHandlers(services),
  auth: authHandlers(services),
  chats: chatHandlers(services),
  consent: consentHandlers(),
  credits: creditHandlers(services),
  debit: debitHandlers(services),
  discounts: discountHandlers(),
  finder: finderHandlers(),
  leaving: leavingHandlers(services),
  likes: likeHandlers(),
  members: memberHandlers(),
  notifications: notificationHandlers(services),
  passkeys: passkeyHandlers(services),
  safety: safetyHandlers(services),
  searches: searchesHandlers(),
  selfies: selfieHandlers(services),
  settings: settingsHandlers(services),
  photos: photoHandlers(services),
  profile: profileHandlers(services),
  repeat: repeatHandlers(services),
  push: pushHandlers(services),
  signup: signupHandlers(services),
  site: siteHandlers(services),
  spending: spendingHandlers(),
  swipe: swipeHandlers(),
  trust: trustHandlers(),
});
