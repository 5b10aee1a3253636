// Pages and servers of two releases understand each other, while answers of one's own process stay exact.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Chat, chats, Message } from '#contract/chats';
import { ApiErrorBody } from '#contract/errors';
import { LiveEvent } from '#contract/events';
import { MemberPage } from '#contract/members';
import { site as siteCalls, SiteSettings } from '#contract/site';
import { parseAnswer } from '#lib/parse-answer';
import { checkAnswer } from '#server/http/answers';
import { loadSites, type Site } from '#site/load';

const [site] = loadSites(process.cwd()) as [Site];
const [id, conversation] = [crypto.randomUUID(), crypto.randomUUID()];
const at = '2026-11-30T12:00:00.000Z';
const before = {
  ...{ id, name: 'Robin', age: 30, gender: 'female', country: 'NL', region: null, city: null, line: '' },
  ...{ fictional: false, activity: 'today', main_image: null },
};
const profile = { ...before, verified: false };
const message = { client_id: id, conversation, seq: 2, mine: false, text: 'Hello', at, held: false };
const last = { text: 'Hello', at, mine: false, seq: 2 };
const chat = { conversation: { id: conversation }, profile, num_unread_messages: 1 };
const page = { profiles: [profile], numResults: 1, page: 1, next: null };
const { account_disclosure, ...settings } = site.siteSettings;

/** The contract of the release before, where the fields of this one were unknown. */
const older = {
  message: z.omit(Message, { quote: true, reaction: true }),
  list: z.strictObject({
    chats: z.array(
      z.extend(Chat, { last: z.nullable(z.omit(Chat.shape.last._zod.def.innerType, { reaction: true })) }),
    ),
  }),
  page: z.omit(MemberPage, { at_least: true }),
  settings: z.omit(SiteSettings, { account_disclosure: true }),
};

test.each<[string, z.ZodMiniType, object, object]>([
  ['a message', older.message, { ...message, reaction: 'heart', quote: { seq: 1, mine: true, text: 'Hi' } }, message],
  [
    'the list of chats',
    older.list,
    {
      chats: [
        { ...chat, last: { ...last, reaction: 'heart' } },
        { ...chat, last },
      ],
      more: true,
    },
    {
      chats: [
        { ...chat, last },
        { ...chat, last },
      ],
    },
  ],
  ['a search', older.page, { ...page, at_least: true }, page],
  ['the settings', older.settings, { ...settings, account_disclosure }, settings],
])('pages of the release before read %s of today', (_, schema, answer, read) => {
  expect(parseAnswer(schema, answer)).toEqual(read);
});

test.each<[string, z.ZodMiniType, object, object]>([
  ['a message', Message, message, message],
  [
    'the list of chats',
    chats.list.output,
    { chats: [{ ...chat, profile: before, last }] },
    { chats: [{ ...chat, last }], more: false },
  ],
  ['a search', MemberPage, { ...page, profiles: [before] }, { ...page, at_least: false }],
  ['the settings', SiteSettings, settings, { ...settings, account_disclosure: 'open' }],
])('pages of today read %s of the release before', (_, schema, answer, read) => {
  expect(parseAnswer(schema, answer)).toEqual(read);
});

test('what a newer server adds is dropped at any depth, in a choice, a refusal and a live event', () => {
  const newer = { newer: { than: 'these pages' } };
  const town = { country: 'NL', region: { id: 'NL-UT', name: 'Utrecht' }, city: 'Utrecht' };
  expect([
    parseAnswer(chats.list.output, {
      chats: [{ ...chat, last, ...newer, profile: { ...profile, ...newer } }],
      more: true,
      ...newer,
    }),
    parseAnswer(siteCalls.geocode.output, { geocode: { ...town, region: { ...town.region, ...newer }, ...newer } }),
    parseAnswer(siteCalls.geocode.output, { geocode: false, ...newer }),
    parseAnswer(ApiErrorBody, { error: { code: 'wait', retry_after: 3, ...newer } }),
    parseAnswer(LiveEvent, { type: 'message', conversation, seq: 3, ...newer }),
  ]).toEqual([
    { chats: [{ ...chat, last, profile }], more: true },
    { geocode: town },
    { geocode: false },
    { error: { code: 'wait', retry_after: 3 } },
    { type: 'message', conversation, seq: 3 },
  ]);
});

test('what is wrong or missing is refused, also beside an unknown key', () => {
  for (const wrong of [{ ...message, seq: '2' }, { ...message, newer: 1, seq: '2' }, { newer: 1 }, null, [message]])
    expect(() => parseAnswer(Message, wrong)).toThrow();
});

test('a process may not leave out what has a default, nor add what the contract does not know', () => {
  const answered = (output: unknown) => () =>
    checkAnswer(
      {
        services: { config: { mode: 'development' } },
        call: { endpoint: chats.list, name: 'chats.list' },
      } as unknown as Parameters<typeof checkAnswer>[0],
      () => output,
    );
  expect(answered({ chats: [], more: false })).not.toThrow();
  expect(answered({ chats: [] })).toThrow(/violates its contract: more/);
  expect(answered({ chats: [], more: false, newer: 1 })).toThrow(/unrecognized_keys/);
});
