// What parts of the chat show, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/auth';
import type { MemberCard } from '#contract/members';
import { ChatPhoto } from '../../src/features/chats/ChatPhoto.tsx';
import { ComposerFoot } from '../../src/features/chats/ComposerFoot.tsx';
import { ConversationBar } from '../../src/features/chats/ConversationBar.tsx';
import { ConversationMenu } from '../../src/features/chats/ConversationMenu.tsx';
import { Icebreakers } from '../../src/features/chats/Icebreakers.tsx';
import { TalkStart } from '../../src/features/chats/TalkStart.tsx';
import { MemberActions } from '../../src/features/members/MemberActions.tsx';
import type { OpenConversation } from '#stores/conversation';
import { $user } from '#stores/session';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string, { id = '' } = {}) => `/${name}/${id}` }));
vi.mock('#lib/page', () => ({ loadedPage: () => ({ page: {} }), isVisitor: () => false }));
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({ cdn_prefix: '/', message_credits: 1, gift_credits: { min: 1, max: 10 } }) };
});
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  hasText: () => true,
  errorText: (code: string) => code,
  formatNumber: String,
  formatMoney: () => '',
  currentLanguage: () => 'en',
}));

const card = {
  id: 'anna',
  name: 'Anna',
  age: 40,
  fictional: false,
  activity: 'other',
  main_image: null,
} as never as MemberCard;
beforeEach(() => $user.set({ id: 'me', credits: 3, paid_user: false, credit_price: null } as never as User));

test('SG28: a free member sees how many messages are left, a paying one how many credits', () => {
  const foot = (freeMessages: number | null): string =>
    renderToStaticMarkup(
      createElement(ComposerFoot, {
        ...{ errorId: 'error', used: 0, limit: 1000, hasTooManyMarks: false, price: '1', isDraftWaiting: false },
        ...{ credits: 3, freeMessages },
      }),
    );
  expect(foot(3)).toContain('chats:free_messages 3');
  expect(foot(null)).toContain('chats:left 3');
});

test('CH29 CH30: the opening lines come with their price and a no button', () => {
  const markup = renderToStaticMarkup(createElement(Icebreakers, { costs: 1, onClose: () => undefined }));
  expect(markup.match(/icebreakers:line_\d+/g)).toHaveLength(12);
  for (const text of ['icebreakers:price shell:cost 1', 'icebreakers:send shell:cost 1', 'icebreakers:no'])
    expect(markup).toContain(text);
});

test('ME24: an empty chat with a fictional profile promises no reply', () => {
  const start = (fictional: boolean): string => {
    const open = { profile: { ...card, fictional }, hidden: false } as never as OpenConversation;
    return renderToStaticMarkup(createElement(TalkStart, { open, isEmpty: true, onIdeas: () => undefined }));
  };
  expect(start(false)).toContain('chats:first_text Anna');
  expect(start(true)).not.toContain('chats:first_text');
  for (const text of ['chats:first_heading', 'icebreakers:open']) expect(start(true)).toContain(text);
});

test('CH11 CH15: a conversation has its profile, the credits, and a menu that blocks, reports and deletes', () => {
  const bar = renderToStaticMarkup(createElement(ConversationBar, { profile: card, conversation: 'talk' }));
  for (const part of ['/members-id/anna', 'shell:badge_credits 3']) expect(bar).toContain(part);
  const menu = (conversation: string | null): string =>
    renderToStaticMarkup(createElement(ConversationMenu, { profile: card, conversation }));
  for (const part of ['safety:block', 'safety:report', 'chats:delete_chat']) expect(menu('talk')).toContain(part);
  expect(menu(null)).not.toContain('chats:delete_chat');
});

test('E10 CH11: a fictional profile is labelled above its conversation, and has no activity', () => {
  const bar = (fictional: boolean): string => {
    const profile = { ...card, fictional, activity: 'today' } as never as MemberCard;
    return renderToStaticMarkup(createElement(ConversationBar, { profile, conversation: 'talk' }));
  };
  expect([bar(false), bar(true)].map((markup) => markup.includes('members:fictional'))).toEqual([false, true]);
  expect([bar(false), bar(true)].map((markup) => markup.includes('chat-seen'))).toEqual([true, false]);
});

test('ME22: a profile has a button that opens the gifts', () => {
  const markup = renderToStaticMarkup(createElement(MemberActions, { card, member: null }));
  expect(markup).toMatch(/href="\/members-id-chat\/anna\?gift=1" aria-label="members:gift Anna"/);
});

test('DE88: the bar of a conversation has the mark of a member whose main photo is verified, and of no other', () => {
  const bar = (verified: boolean): string =>
    renderToStaticMarkup(createElement(ConversationBar, { profile: { ...card, verified }, conversation: 'talk' }));
  expect([bar(true), bar(false)].map((markup) => markup.includes('members:verified'))).toEqual([true, false]);
});

test('DE96 CH17: a photo that may show nudity is not even loaded before its receiver asks for it; its sender sees it', () => {
  const photo = (isMine: boolean, revealing?: true): string => {
    const picture = { match: 'photos/a-640.webp', blurred: 'photos/a-32.webp', ...(revealing && { revealing }) };
    return renderToStaticMarkup(createElement(ChatPhoto, { picture, name: 'Anna', isMine }));
  };
  const asked = photo(false, true);
  for (const part of ['pictures:revealing', 'pictures:show']) expect(asked).toContain(part);
  expect(asked).not.toContain('<img');
  expect(photo(true, true)).toContain('/photos/a-640.webp');
  expect(photo(false)).toContain('/photos/a-32.webp');
  expect(photo(false)).not.toMatch(/pictures:revealing|-640/);
});
