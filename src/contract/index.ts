// The whole contract in one value, for server, tests and OpenAPI; browsers import single features.
import { account } from './account.ts';
import { appeals } from './appeals.ts';
import { auth } from './auth.ts';
import { chatUploads } from './chat-uploads.ts';
import { chats } from './chats.ts';
import { consent } from './consent.ts';
import { credits } from './credits.ts';
import { debit } from './debit.ts';
import { discounts } from './discounts.ts';
import { finder } from './finder.ts';
import { leaving } from './leaving.ts';
import { likes } from './likes.ts';
import { members } from './members.ts';
import { notifications } from './notifications.ts';
import { passkeys } from './passkeys.ts';
import { photos } from './photos.ts';
import { profile } from './profile.ts';
import { repeat } from './repeat.ts';
import { push } from './push.ts';
import { safety } from './safety.ts';
import { searches } from './searches.ts';
import { selfies } from './selfies.ts';
import { settings } from './settings.ts';
import { signup } from './signup.ts';
import { site } from './site.ts';
import { spending } from './spending.ts';
import { swipe } from './swipe.ts';
import { trust } from './trust.ts';

export const contract = {
  account,
  appeals,
  auth,
  chats: { ...chats, ...chatUploads },
  consent,
  credits,
  debit,
  discounts,
  finder,
  leaving,
  likes,
  members,
  notifications,
  passkeys,
  photos,
  profile,
  repeat,
  push,
  safety,
  searches,
  selfies,
  settings,
  signup,
  site,
  spending,
  swipe,
  trust,
};
export type Contract = typeof contract;

type Word = keyof Contract & string;
/** Name of a call: feature and call, such as `likes.add`. */
export type CallName = { [W in Word]: `${W}.${keyof Contract[W] & string}` }[Word];
