// The calls of staff about the scam guard: first messages that wait, and the words it looks for.
import * as z from 'zod/mini';
import { wordKinds } from './safety.ts';
import { Brand, Reason, staffCall } from './staff-call.ts';
import { Decision, Told } from './staff-desk.ts';
import { Id, Moment, wholeNumber } from './values.ts';

const About = z.strictObject({ brand: Brand, id: Id });

/** `last` is the last of the messages. One with a gift or a picture has no text; that of a recording is what its sender wrote below it. */
const ContactAnswer = z.strictObject({
  contact: z.strictObject({
    account: Id,
    last: z.int(),
    messages: z.array(
      z.strictObject({
        ...{ to: z.string(), at: Moment, text: z.string(), signs: z.array(z.string()) },
        ...{ gift: z.nullable(z.string()), picture: z.boolean(), voice: z.boolean() },
      }),
    ),
    before: z.array(Decision),
  }),
});

/** The languages of the banks, and `all` for words of no language. */
export const wordLanguages = ['all', 'da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'sv'] as const;

/** `is_ours`: a word that every brand has unless it is switched off. */
const Word = z.strictObject({
  ...{ kind: z.enum(wordKinds), language: z.string(), word: z.string() },
  ...{ is_on: z.boolean(), is_ours: z.boolean() },
});

export const guardCalls = {
  'contacts.show': staffCall({ method: 'GET', path: '/operator/api/contact', input: About, output: ContactAnswer }),
  /**
   * Delivers the messages up to `last`, or drops them and warns their sender by mail, who is told the facts. Of those to deliver, `waiting` ones
   * still lack credits or the consent of their sender, and `dropped` ones were written to a member who is gone or has blocked the sender.
   */
  'contacts.decide': staffCall({
    method: 'POST',
    path: '/operator/api/contacts/decide',
    input: z.strictObject({
      ...About.shape,
      last: wholeNumber(1),
      verdict: z.union([
        z.strictObject({ action: z.literal('send') }),
        z.strictObject({ action: z.literal('drop'), facts: Told }),
      ]),
      reason: Reason,
    }),
    output: z.strictObject({ delivered: z.int(), waiting: z.int(), dropped: z.int() }),
  }),
  'words.list': staffCall({
    method: 'GET',
    path: '/operator/api/words',
    input: z.strictObject({ brand: Brand }),
    output: z.strictObject({ words: z.array(Word) }),
  }),
  /** Adds a word or switches it off; a word of the brand's own is deleted then. */
  'words.set': staffCall({
    method: 'POST',
    path: '/operator/api/words/set',
    input: z.strictObject({
      ...{ brand: Brand, kind: z.enum(wordKinds), language: z.enum(wordLanguages) },
      word: z.string().check(z.trim(), z.minLength(3), z.maxLength(40)),
      is_on: z.boolean(),
      reason: Reason,
    }),
    output: z.null(),
  }),
};
