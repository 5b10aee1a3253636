// Values stored on the device when the browser's storage is full, as in some private windows.
import { afterEach, expect, test, vi } from 'vitest';
import { removeStored, writeStored, readStored, storedKeys } from '#lib/storage';

/** A browser's storage, which stores nothing while it is full. */
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
  removeStored();
  vi.unstubAllGlobals();
});

test('CH16: a value that a full storage refuses lasts as long as the page, and never yields the earlier one', () => {
  vi.stubGlobal('localStorage', new Shelf());
  Shelf.isFull = false;
  writeStored('draft:one', 'before');
  Shelf.isFull = true;
  writeStored('draft:one', 'after');
  writeStored('draft:two', 'new');
  expect([readStored('draft:one'), readStored('draft:two'), storedKeys('draft:').sort()]).toEqual([
    'after',
    'new',
    ['draft:one', 'draft:two'],
  ]);
  Shelf.isFull = false;
  writeStored('draft:two', 'newer');
  expect(readStored('draft:two')).toBe('newer');
  writeStored('draft:one', null);
  expect([readStored('draft:one'), storedKeys('')]).toEqual([null, ['draft:two']]);
});

test('without any storage all values last as long as the page', () => {
  writeStored('draft:one', 'text');
  writeStored('draft:two', 'text');
  removeStored('draft:two');
  expect([readStored('draft:one'), storedKeys('draft:')]).toEqual(['text', ['draft:one']]);
  removeStored();
  expect(storedKeys('')).toEqual([]);
});

test('PU11 AC10: after a logout the device keeps the discreet icon and which alerts were closed, and nothing else', () => {
  vi.stubGlobal('localStorage', new Shelf());
  Shelf.isFull = false;
  for (const name of ['discreet', 'dismissed:photo', 'draft:one', 'push']) writeStored(name, '1');
  removeStored();
  expect(storedKeys('').sort()).toEqual(['discreet', 'dismissed:photo']);
});
