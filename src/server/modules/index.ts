// Registry of all handlers by feature of the contract. A missing feature does not compile.
import type { Contract } from '#contract/index';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';
import { accountHandlers } from './account/index.ts';
import { authHandlers } from './auth/index.ts';
import { chatHandlers } from './chats/index.ts';
import { creditHandlers } from './credits/index.ts';
import { likeHandlers } from './likes/index.ts';
import { memberHandlers } from './members/index.ts';
import { signupHandlers } from './signup/index.ts';
import { siteHandlers } from './site/index.ts';

export type AllHandlers = { readonly [Word in keyof Contract]: Handlers<Contract[Word]> };

export const allHandlers = (services: Services): AllHandlers => ({
  account: accountHandlers(services),
  auth: authHandlers(services),
  chats: chatHandlers(services),
  credits: creditHandlers(services),
  likes: likeHandlers(),
  members: memberHandlers(),
  signup: signupHandlers(services),
  site: siteHandlers(services),
});
