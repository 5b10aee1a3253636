// CSRF protection: checks fetch metadata, then Origin, then Referer.

export interface HeaderReader {
  header(name: string): string | undefined;
}

/** Whether the request came from a page of the same origin; false when no header tells. */
export function isSameOriginRequest(request: HeaderReader, origin: string): boolean {
  const originHeader = request.header('origin');
  if (originHeader !== undefined && originHeader !== origin) return false;
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  if (originHeader !== undefined) return true;
  const referer = request.header('referer');
  return referer !== undefined && URL.parse(referer)?.origin === origin;
}

/** For a GET with side effects: it must also be a script's fetch, not a navigation, an image or a prefetch. */
export function isSameOriginFetch(request: HeaderReader, origin: string): boolean {
  const mode = request.header('sec-fetch-mode');
  const destination = request.header('sec-fetch-dest');
  const isPrefetch = [request.header('sec-purpose'), request.header('purpose')].some((purpose) =>
    purpose?.includes('prefetch'),
  );
  return (
    isSameOriginRequest(request, origin) &&
    !isPrefetch &&
    mode !== 'navigate' &&
    (destination === undefined || destination === 'empty')
  );
}
