// The skeleton of the settings is as long as the page that replaces it.
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SettingsSkeleton } from '#ui/SettingsSkeleton';

test('SH25: the skeleton of the settings has a row for each section, in its group', () => {
  const sections = readFileSync('src/features/settings/sections.ts', 'utf8');
  const groups = [...sections.matchAll(/group: '(\w+)'/g)].map(([, group]) => group);
  const rows = [...new Set(groups)].map((group) => groups.filter((each) => each === group).length);
  const lists = renderToStaticMarkup(createElement(SettingsSkeleton, { label: 'Loading' }))
    .split('setting-list')
    .slice(1);
  expect(lists.map((list) => list.split('setting-row').length - 1)).toEqual(rows);
});
