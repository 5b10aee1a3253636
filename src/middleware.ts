// Sets the current site before a page renders; the addresses of an export begin with its folder (src/site/paths.ts).
import type { MiddlewareHandler } from 'astro';
import { setCurrentSite } from '#site/current';

export const onRequest: MiddlewareHandler = ({ url }, next) => {
  if (import.meta.env.IS_EXPORT) setCurrentSite(url.pathname.split('/')[1] ?? '');
  return next();
};
