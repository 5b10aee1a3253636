// Sending from the chat: the draft, pending and refused messages, against the real server.
import { describe, expect, test, vi } from 'vitest';
import { chats } from '#contract/chats';
import { catchUp, openConversation, readyConversation } from '#stores/conversation';
import { $sent } from '#stores/drafts';
import {
  $draft,
  $refusal,
  $unsent,
  closeOutbox,
  discardUnsent,
  openOutbox,
  retrySending,
  send,
  updateDraft,
} from '#stores/outbox';
import { $user, logout } from '#stores/session';
import { chatPage, numbers, settled, texts } from '#tests/support/chat-page';
import { sent } from '#tests/support/chats';
import { device } from '#tests/support/fake-storage';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const textsOnDevice = (): number => [...device.keys()].filter((name) => !name.startsWith('last-chat:')).length;

describe('sending', () => {
  test('CH16 CH20: a message is shown at once, leaves the field, arrives in order and is paid', async () => {
    await page.open();
    const sentBefore = $sent.get();
    for (const text of ['One', 'Two', 'Three']) {
      updateDraft(text);
      send();
    }
    expect([$draft.get(), $unsent.get().map(({ text }) => text)]).toEqual(['', ['One', 'Two', 'Three']]);
    await eventually(() => expect(texts()).toEqual(['One', 'Two', 'Three']));
    expect([numbers(), $unsent.get(), $user.get()?.credits, textsOnDevice()]).toEqual([[1, 2, 3], [], 2, 0]);
    expect($sent.get() - sentBefore).toBe(3);
  });

  test('CH35: two messages that cross are there once, in the same order for both', async () => {
    await page.open();
    await page.receive('Mine came first');
    updateDraft('So it did');
    send();
    await eventually(() => expect(texts()).toEqual(['Mine came first', 'So it did']));
    expect(numbers()).toEqual([1, 2]);
  });

  test('CH36: a message whose answers were all lost is retried as the same one, and paid once', async () => {
    await page.open();
    updateDraft('Hello');
    page.lost = 6;
    send();
    await eventually(() => expect($unsent.get()).toMatchObject([{ text: 'Hello', code: 'offline' }]));
    updateDraft('And this after it');
    retrySending();
    send();
    await eventually(() => expect(texts()).toEqual(['Hello', 'And this after it']));
    expect([numbers(), $unsent.get(), $user.get()?.credits]).toEqual([[1, 2], [], 3]);
  });

  test('CH36: a failed message can be discarded; one on its way and the draft stay', async () => {
    await page.open();
    page.offline = true;
    updateDraft('Hello');
    send();
    await eventually(() => expect($unsent.get()).toMatchObject([{ text: 'Hello', code: 'offline' }]));
    updateDraft('Another');
    discardUnsent($unsent.get()[0]?.client_id ?? '');
    expect([$unsent.get(), $draft.get()]).toEqual([[], 'Another']);
    send();
    discardUnsent($unsent.get()[0]?.client_id ?? '');
    expect($unsent.get()).toMatchObject([{ text: 'Another' }]);
    await eventually(() => expect($unsent.get()).toMatchObject([{ code: 'offline' }]));
    page.offline = false;
    retrySending();
    await eventually(() => expect(texts()).toEqual(['Another']));
  });

  test('CH35: an answer from before the first message, which arrives after it, takes nothing back', async () => {
    await page.open();
    const ask = globalThis.fetch;
    let release = (): void => undefined;
    let isHeld = false;
    globalThis.fetch = async (input, init) => {
      const answer = await ask(input, init);
      if (isHeld || !String(input).includes(chats.messages.path)) return answer;
      isHeld = true;
      await new Promise<void>((resolve) => (release = resolve));
      return answer;
    };
    const late = catchUp();
    await eventually(() => expect(isHeld).toBe(true));
    updateDraft('First');
    send();
    await settled();
    const before = readyConversation();
    release();
    await late;
    globalThis.fetch = ask;
    expect(before?.id).toMatch(/-/);
    const { id, contiguousTo, freeLeft } = before ?? {};
    expect(readyConversation()).toMatchObject({ id, contiguousTo, freeLeft });
  });

  test('CH36: a message that arrived although its answers were lost is not offered for a retry', async () => {
    await page.open();
    updateDraft('Hello');
    page.lost = 6;
    send();
    await settled();
    await catchUp();
    expect([texts(), $unsent.get(), textsOnDevice()]).toEqual([['Hello'], [], 0]);
  });

  test('CH23: without credits the text returns to the field, and after paying it is sent once', async () => {
    await page.setCredits(0);
    await page.receive('Come over?');
    await page.open();
    updateDraft('Soup sounds right.');
    const number = idKept();
    send();
    await eventually(() =>
      expect($refusal.get()).toEqual({ code: 'not_enough_credits', needed: 1, balance: 0, limit: null }),
    );
    expect([$draft.get(), $unsent.get(), texts()]).toEqual(['Soup sounds right.', [], ['Come over?']]);
    expect(idKept()).toBe(number);
    // The payment leads away and back.
    closeOutbox();
    await openConversation(null);
    await page.setCredits(6);
    await page.open();
    expect($draft.get()).toBe('Soup sounds right.');
    send();
    await eventually(() => expect(texts()).toEqual(['Come over?', 'Soup sounds right.']));
    expect([readyConversation()?.messages[1]?.client_id, $user.get()?.credits]).toEqual([number, 5]);
  });

  test('CH21 CH26: a refusal returns all waiting texts, in the order they were written', async () => {
    await page.open();
    updateDraft('x'.repeat(1001));
    send();
    updateDraft('and more');
    send();
    await eventually(() => expect($refusal.get()).toMatchObject({ code: 'message_too_long', limit: 1000 }));
    expect($draft.get()).toBe(`${'x'.repeat(1001)}\n\nand more`);
    expect([$unsent.get(), texts()]).toEqual([[], []]);
  });

  test('CH21: an invisible text is not sent', async () => {
    await page.open();
    for (const text of ['\u3164', '\u2800\n', '\ufe0f', '\u0301']) {
      updateDraft(text);
      send();
      await settled();
      expect([$draft.get(), $unsent.get(), texts()]).toEqual([text, [], []]);
    }
  });

  test('CH16: a text that is too long to send returns to the field instead of failing forever', async () => {
    await page.open();
    const text = `Hi${'\u0301'.repeat(40_000)}`;
    updateDraft(text);
    send();
    await eventually(() => expect($refusal.get()).toMatchObject({ code: 'too_large' }));
    expect([$draft.get() === text, $unsent.get()]).toEqual([true, []]);
  });

  test('CH23 CH36: a returned text joined with newer words is a new message, even if another tab sends the first', async () => {
    await page.setCredits(0);
    await page.receive('Come over?');
    await page.open();
    updateDraft('Soup?');
    const number = idKept();
    send();
    updateDraft('And bread.');
    await eventually(() => expect($draft.get()).toBe('Soup?\n\nAnd bread.'));
    await page.setCredits(6);
    // Another tab had taken the first text with its id, and sends it now.
    await sent(page.server, page.me, { profile: page.other.id, text: 'Soup?', client_id: number });
    send();
    await eventually(() => expect(texts()).toEqual(['Come over?', 'Soup?', 'Soup?\n\nAnd bread.']));
    expect($unsent.get()).toEqual([]);
  });

  test('CH16 CH36: a text written over a draft that another tab has sent is a new message', async () => {
    await page.open();
    updateDraft('Dinner on');
    const number = idKept();
    // Another tab took the same draft and sends it.
    await sent(page.server, page.me, { profile: page.other.id, text: 'Dinner on', client_id: number });
    updateDraft('Dinner on Friday?');
    send();
    await eventually(() => expect(texts()).toEqual(['Dinner on', 'Dinner on Friday?']));
    expect($unsent.get()).toEqual([]);
  });

  test('CH16 E11: a draft is stored per partner, untouched by others, and gone after logging out', async () => {
    await page.open();
    updateDraft('For you');
    openOutbox(crypto.randomUUID());
    expect($draft.get()).toBe('');
    openOutbox(page.other.id);
    expect($draft.get()).toBe('For you');
    await logout();
    expect(device.size).toBe(0);
  });
});

/** The id of the stored draft. */
function idKept(): string {
  const [draft] = [...device].filter(([name]) => name.startsWith('draft:'));
  return (JSON.parse(draft?.[1] ?? '{}') as { client_id: string }).client_id;
}
