// Where a form may lead after it was sent: pages of the same site only.

/** A same-site redirect target; null for anything that could lead to another site. */
export function safeReturn(target: string | undefined, origin: string): string | null {
  if (!target || !/^\/(?![/\\])[^\\\s]*$/.test(target) || /[\0-\x1f\x7f]/.test(target)) return null;
  const url = URL.parse(target, origin);
  if (url?.origin !== origin || url.pathname.startsWith('/api/') || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
