// The colours of the theme as its styles give them to the page.
import { readFileSync } from 'node:fs';
import { compileString } from 'sass';
import { expect, test } from 'vitest';
import { loadSites, type Site } from '#site/load';

// The requirement describes the first brand.
const [site] = loadSites(process.cwd()) as [Site];

/** A colour of the light theme: hue in degrees, and lightness from 0 to 1. */
function colourOf(name: string): { hue: number; light: number } {
  const sheet = `${readFileSync(`niches/${site.folder}/_variables.scss`, 'utf8')}\na { color: map-get($light, '${name}'); }`;
  const [, hex = ''] = /color: #([0-9a-f]{6})/.exec(compileString(sheet).css) ?? [];
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const sector =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least);
  return { hue: (sector * 60 + 360) % 360, light: (most + least) / 2 };
}
const between = (value: number, least: number, most: number): boolean => value >= least && value <= most;

test('SI34: primary is red-orange, secondary amber, success light green, and unread a colour of its own', () => {
  const [primary, secondary, success, unread] = ['primary', 'secondary', 'success', 'unread'].map(colourOf);
  expect(between(primary?.hue ?? -1, 8, 24)).toBe(true);
  expect(between(secondary?.hue ?? -1, 36, 50)).toBe(true);
  expect([between(success?.hue ?? -1, 95, 150), (success?.light ?? 0) > 0.6]).toEqual([true, true]);
  for (const other of [primary, secondary, success])
    expect(Math.abs((unread?.hue ?? 0) - (other?.hue ?? 0))).toBeGreaterThan(40);
});

test('SI34: unread messages are counted in the colour of unread', () => {
  const marks = readFileSync('src/styles/_marks.scss', 'utf8');
  expect(marks).toMatch(/^\.badge \{[^}]*background: var\(--unread\);\s*color: var\(--on-unread\);/m);
});
