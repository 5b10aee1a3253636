// Before a page is made: sets the current site, which an export's addresses begin with (src/site/paths.ts).
import type { MiddlewareHandler } from 'astro';
import { setCurrentSite } from '#site/current';

export const onRequest: MiddlewareHandler = ({ url }, next) => {
  if (import.meta.env.IS_EXPORT) setCurrentSite(url.pathname.split('/')[1] ?? '');
  return next();
};
