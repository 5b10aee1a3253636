// The list of a long conversation, as static markup.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Message } from '#contract/chats';
import { bubblesOf } from '../../src/features/chats/bubbles.ts';
import { LongTalk } from '../../src/features/chats/LongTalk.tsx';

vi.mock('#lib/i18n', () => ({ t: (key: string) => key }));

const DAY_MS = 86_400_000;
const start = Date.parse('2026-05-04T10:00:00.000Z');
const messages = Array.from({ length: 10_000 }, (_, at): Message => ({
  ...{ client_id: `${at}`, conversation: 'c', seq: at + 1, mine: at % 2 === 0, text: `text ${at}`, held: false },
  at: new Date(start + Math.floor(at / 100) * DAY_MS).toISOString(),
}));

test('CH13: of 10,000 messages the list draws those in sight only', () => {
  const bubbles = bubblesOf(messages, [], 0);
  const drawn: string[] = [];
  const draw = ({ key, text }: (typeof bubbles)[number]) => (drawn.push(text), createElement('p', { key }, text));
  const box = { current: null };
  const markup = renderToStaticMarkup(
    createElement(LongTalk, { bubbles, box, isAtEnd: () => true, onHeight: () => undefined, children: draw }),
  );
  expect(markup).toContain('talk-long');
  expect(drawn.length).toBeLessThan(50);
});

test('CH13: each day of a long conversation begins with a date line, and ends with the last of a group', () => {
  const bubbles = bubblesOf(messages, [], 0);
  expect(bubbles.filter(({ startsDay }) => startsDay).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 100 }, (_, day) => day * 100 + 1),
  );
  const same = messages.map((each) => ({ ...each, mine: true }));
  expect(bubblesOf(same, [], 0).filter(({ isLast }) => isLast)).toHaveLength(100);
});
