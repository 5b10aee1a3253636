// Tells our own pages' requests from those another site made the browser send (CSRF): fetch metadata first, then Origin.

export interface HeaderReader {
  header(name: string): string | undefined;
}

/** Whether the request came from a page of the same origin. A request that says nothing about it did not. */
export function isSameOriginRequest(request: HeaderReader, origin: string): boolean {
  const originHeader = request.header('origin');
  if (originHeader !== undefined && originHeader !== origin) return false;
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  if (originHeader !== undefined) return true;
  const referer = request.header('referer');
  return referer !== undefined && URL.parse(referer)?.origin === origin;
}

/** For a GET that changes something: besides, it must be a fetch of a script, not a link, an image or a prefetch. */
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
