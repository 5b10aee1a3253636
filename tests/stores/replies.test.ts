// Reacting to messages and answering them, as the screens do it, against the real server.
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Message } from '#contract/chats';
import { chats } from '#contract/chats';
import {
  closeOutbox,
  openOutbox,
  $draft,
  $quote,
  $unsent,
  answer,
  retrySending,
  send,
  updateDraft,
} from '#stores/outbox';
import { $chats, loadChats } from '#stores/chats';
import { openConversation, readyConversation } from '#stores/conversation';
import { dispatchLive } from '#stores/live';
import { react } from '#stores/reactions';
import { $toasts } from '#stores/toasts';
import { $user } from '#stores/session';
import { chatPage, settled, texts } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const last = (): Message | undefined => readyConversation()?.messages.at(-1);
const quoteOf = ({ seq, mine, text }: Message) => ({ seq, mine, text });
const stored = async (): Promise<readonly Message[]> => {
  const query = `profile=${page.me.id}`;
  return (await page.server.call('/api/messages.php', { as: page.other, query })).body['messages'] as Message[];
};
/** The other member has asked something, and the chat is open. */
async function asked(): Promise<{ question: Message; conversation: string }> {
  const conversation = await page.receive('Soup or salad?');
  await page.open();
  const [question] = readyConversation()?.messages ?? [];
  if (!question) throw new Error('There is no message.');
  return { question, conversation };
}

test('a reaction is shown at once, kept by the server, and taken back by the same press', async () => {
  await page.receive('Hello');
  await page.open();
  const reacting = react(1, 'heart');
  expect(last()?.reaction).toBe('heart');
  await reacting;
  expect((await stored())[0]?.reaction).toBe('heart');
  await react(1, 'heart');
  expect([last()?.reaction, (await stored())[0]?.reaction]).toEqual([undefined, undefined]);
  expect($user.get()?.credits).toBe(5);
});

test('of many presses at once the last one counts, here and at the server', async () => {
  await page.receive('Hello');
  await page.open();
  await Promise.all([react(1, 'heart'), react(1, 'laugh'), react(1, 'fire')]);
  expect([last()?.reaction, (await stored())[0]?.reaction]).toEqual(['fire', 'fire']);
  expect(page.calls.filter((call) => call === 'PUT /api/reaction.php')).toHaveLength(2);
});

test('the reaction of the other member comes by its event, and is in the list', async () => {
  await page.open();
  updateDraft('Hello');
  send();
  await settled();
  const conversation = readyConversation()?.id ?? '';
  const json = { conversation, seq: 1, reaction: 'wow' };
  await page.server.call('/api/reaction.php', { method: 'PUT', json, as: page.other });
  expect(last()?.reaction).toBeUndefined();
  dispatchLive({ type: 'reaction', conversation, seq: 1, reaction: 'wow' });
  expect(last()?.reaction).toBe('wow');
  await loadChats();
  expect($chats.get()).toMatchObject({ chats: [{ last: { mine: true, reaction: 'wow' } }] });
  dispatchLive({ type: 'reaction', conversation, seq: 1, reaction: null });
  expect(last()?.reaction).toBeUndefined();
});

test('without live events the polled list brings the reaction to the last message', async () => {
  await page.open();
  updateDraft('Hello');
  send();
  await settled();
  const json = { conversation: readyConversation()?.id, seq: 1, reaction: 'sad' };
  await page.server.call('/api/reaction.php', { method: 'PUT', json, as: page.other });
  await loadChats();
  expect(last()?.reaction).toBe('sad');
  const shown = readyConversation();
  await loadChats();
  expect(readyConversation()).toBe(shown);
});

test('a reaction that the server refuses is taken back, and a toast says why', async () => {
  await page.receive('Hello');
  await page.open();
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  globalThis.fetch = (input, init) =>
    String(input).startsWith(chats.react.path)
      ? Promise.resolve(Response.json({ error: { code: 'not_found' } }, { status: 404 }))
      : ask(input, init);
  await react(1, 'heart');
  expect([last()?.reaction, $toasts.get().map(({ code }) => code)]).toEqual([undefined, ['not_found']]);
});

test('an answer shows its quote at once and after it has arrived; the next message has none', async () => {
  const { question } = await asked();
  answer(quoteOf(question));
  updateDraft('Soup');
  expect($quote.get()).toEqual(quoteOf(question));
  send();
  expect([$quote.get(), $unsent.get()[0]?.quote]).toEqual([null, quoteOf(question)]);
  await eventually(() => expect(last()).toMatchObject({ text: 'Soup', quote: quoteOf(question) }));
  expect((await stored())[1]?.quote).toEqual({ seq: 1, mine: true, text: 'Soup or salad?' });
  updateDraft('With bread');
  send();
  await eventually(() => expect(last()?.text).toBe('With bread'));
  expect(last()?.quote).toBeUndefined();
});

test('a draft keeps its quote when the chat is left, and a lost answer is retried with it', async () => {
  const { question } = await asked();
  answer(quoteOf(question));
  closeOutbox();
  openOutbox(page.other.id);
  expect([$draft.get(), $quote.get()?.seq]).toEqual(['', 1]);
  updateDraft('Soup');
  page.lost = 6;
  send();
  await eventually(() => expect($unsent.get()[0]?.code).toBe('offline'));
  retrySending();
  await eventually(() => expect(texts()).toEqual(['Soup or salad?', 'Soup']));
  expect([last()?.quote?.seq, (await stored()).length]).toEqual([1, 2]);
});

test('CH14: a quote vanishes with its message, in the chat and above the field', async () => {
  const { question, conversation } = await asked();
  answer(quoteOf(question));
  updateDraft('Soup');
  send();
  await settled();
  answer(quoteOf(question));
  dispatchLive({ type: 'message_deleted', conversation, seq: 1, scope: 'both' });
  expect([$quote.get(), last()?.text, last()?.quote]).toEqual([null, 'Soup', undefined]);
  await openConversation(null);
});
