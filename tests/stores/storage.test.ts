// What is kept on the device when the browser's storage is full, as it is in some private windows.
import { afterEach, expect, test, vi } from 'vitest';
import { forgetKept, keep, kept, keptNames } from '#lib/storage';

/** A browser's storage, which takes nothing while it is full. */
class Shelf {
  static isFull = false;
  setItem(name: string, value: string): void {
    if (Shelf.isFull) throw new DOMException('There is no room.', 'QuotaExceededError');
    Object.assign(this, { [name]: value });
  }
  getItem(name: string): string | null {
    return (this as unknown as Record<string, string>)[name] ?? null;
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

afterEach(() => {
  forgetKept();
  vi.unstubAllGlobals();
});

test('CH16: what a full storage refuses lasts as long as the page, and never gives back what was there before', () => {
  vi.stubGlobal('localStorage', new Shelf());
  Shelf.isFull = false;
  keep('draft:one', 'before');
  Shelf.isFull = true;
  keep('draft:one', 'after');
  keep('draft:two', 'new');
  expect([kept('draft:one'), kept('draft:two'), keptNames('draft:').sort()]).toEqual([
    'after',
    'new',
    ['draft:one', 'draft:two'],
  ]);
  Shelf.isFull = false;
  keep('draft:two', 'newer');
  expect(kept('draft:two')).toBe('newer');
  keep('draft:one', null);
  expect([kept('draft:one'), keptNames('')]).toEqual([null, ['draft:two']]);
});

test('without any storage all of it lasts as long as the page', () => {
  keep('draft:one', 'text');
  keep('draft:two', 'text');
  forgetKept('draft:two');
  expect([kept('draft:one'), keptNames('draft:')]).toEqual(['text', ['draft:one']]);
  forgetKept();
  expect(keptNames('')).toEqual([]);
});
