// The space of the banners above the content, which src/layouts/inline/members.js reserves before the first paint. It is remembered by
// the kind of page and for one width of the screen; a change of page ends it.
import { alertScopes, showsIn } from '#domain/alert-pages';
import { readStored, writeStored } from './storage.ts';

const NAME = 'banners';
const PROPERTY = '--banners';

const readAll = (): Record<string, string> => {
  try {
    return JSON.parse(readStored(NAME) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

export const reservedHeight = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue(PROPERTY)) || 0;

export const releaseSpace = (): void => void document.documentElement.style.removeProperty(PROPERTY);

/**
 * Remembers the heights of the banners that are due, for the next full load of every kind of page that shows them. Other kinds may show
 * more than this one; `isSettled`: this kind shows no more.
 */
export function rememberHeights(heights: ReadonlyMap<string, number>, isSettled: boolean): void {
  if (heights.size === 0 && !isSettled) return;
  const own = document.documentElement.dataset['alerts'];
  const before = readAll();
  const entries = alertScopes.map((scope) => {
    const shown = [...heights].filter(([name]) => showsIn(scope, name));
    const height = Math.ceil(shown.reduce((sum, [, each]) => sum + each, 0));
    const [width, known = 0] = (before[scope] ?? '').split(' ').map(Number);
    const isExact = isSettled && (scope === own || own === 'all');
    return [scope, `${innerWidth} ${isExact || width !== innerWidth ? height : Math.max(height, known)}`] as const;
  });
  const after = Object.fromEntries(entries);
  if (entries.some(([scope, entry]) => before[scope] !== entry)) writeStored(NAME, JSON.stringify(after));
}
