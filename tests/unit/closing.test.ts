// When a dialog closes by the events of its browser.
import type { SyntheticEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { closing } from '../../src/ui/closing.ts';

const eventOf = (dialog: { open: boolean }, target: object = dialog) => {
  const preventDefault = vi.fn();
  const event = { target, currentTarget: dialog, preventDefault } as unknown as SyntheticEvent<HTMLDialogElement>;
  return { event, preventDefault };
};

test('Escape closes at once, not by the later event, and a field’s own cancelling closes nothing', () => {
  const close = vi.fn();
  const { event, preventDefault } = eventOf({ open: true });
  closing(close).onCancel(event);
  expect([close.mock.calls.length, preventDefault.mock.calls.length]).toEqual([1, 1]);
  const ofField = eventOf({ open: true }, {});
  closing(close).onCancel(ofField.event);
  expect([close.mock.calls.length, ofField.preventDefault.mock.calls.length]).toEqual([1, 0]);
});

test('an event of an earlier closing leaves a dialog that is open again', () => {
  const close = vi.fn();
  closing(close).onClose(eventOf({ open: true }).event);
  expect(close).not.toHaveBeenCalled();
  closing(close).onClose(eventOf({ open: false }).event);
  expect(close).toHaveBeenCalledTimes(1);
});
