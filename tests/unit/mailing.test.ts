// The texts of a mailing are checked before anything is sent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMailing } from '#scripts/mailing';
import { siteAt } from '../support/server.ts';

const niche = siteAt(0).folder;

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'mailing-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = (...positionals: string[]) => readMailing({ positionals });

test('AC7: a mailing has a niche, a type and a text for each of its languages', () => {
  write('en.txt', 'Hello\n');
  write('de.txt', '\nHallo\n\nDu');
  write('notes.md', 'not a text');
  const { site, type, texts } = read(niche, 'news', folder);
  expect([site.folder, type, texts]).toEqual([niche, 'news', { en: 'Hello', de: 'Hallo\n\nDu' }]);
});

test('AC7: a wrong name, type, folder, language or an empty text is refused', () => {
  mkdirSync(join(folder, 'none'));
  expect(() => read('plane', 'news', folder)).toThrow('no niche "plane"');
  expect(() => read(niche, 'like', folder)).toThrow('news or promotions');
  expect(() => read(niche, 'news', join(folder, 'gone'))).toThrow('cannot be read');
  expect(() => read(niche, 'news', join(folder, 'none'))).toThrow('has no text');
  write('xx.txt', 'x');
  expect(() => read(niche, 'news', folder)).toThrow('"xx.txt" is no language');
  rmSync(join(folder, 'xx.txt'));
  write('en.txt', ' \n');
  expect(() => read(niche, 'news', folder)).toThrow('"en.txt" is empty');
});
