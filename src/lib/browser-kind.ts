// Which browser it is, where help has to name its menus. A wrong guess shows the wrong help, and nothing more.

export type BrowserKind = 'ios' | 'android' | 'firefox' | 'safari' | 'chrome' | 'unknown';

const KINDS: readonly (readonly [BrowserKind, RegExp])[] = [
  ['ios', /iPhone|iPad|iPod/],
  ['firefox', /Firefox\//],
  ['android', /Android.+Chrome\//],
  ['chrome', /Chrome\//],
  ['safari', /Version\/.+Safari\//],
];

export function browserKind({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): BrowserKind {
  // An iPad says that it is a Mac, which has no touch screen.
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return 'ios';
  return KINDS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'unknown';
}
