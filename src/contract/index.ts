// The whole contract in one value, for server, tests and OpenAPI; browsers import single features.
import { account } from './account.ts';
import { auth } from './auth.ts';
import { chats } from './chats.ts';
import { credits } from './credits.ts';
import { likes } from './likes.ts';
import { members } from './members.ts';
import { signup } from './signup.ts';
import { site } from './site.ts';

export const contract = { account, auth, chats, credits, likes, members, signup, site };
export type Contract = typeof contract;

type Word = keyof Contract & string;
/** Name of a call: feature and call, such as `likes.add`. */
export type CallName = { [W in Word]: `${W}.${keyof Contract[W] & string}` }[Word];
