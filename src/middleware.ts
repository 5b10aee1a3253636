// Before a page is made: turns to its site, which an export's addresses begin with (src/site/paths.ts).
import type { MiddlewareHandler } from 'astro';
import { turnTo } from '#site/current';

export const onRequest: MiddlewareHandler = ({ url }, next) => {
  if (import.meta.env.IS_EXPORT) turnTo(url.pathname.split('/')[1] ?? '');
  return next();
};
