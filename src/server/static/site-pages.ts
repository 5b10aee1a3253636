// Connects the exported sites to the app, for all requests that are no API calls.
import { join } from 'node:path';
import { UNKNOWN_COUNTRY } from '#domain/entry';
import type { AppParts } from '../app.ts';
import { systemClock } from '../context.ts';
import { describeError } from '../db/errors.ts';
import type { FormPage } from '../http/native-forms.ts';
import type { ServeParts } from '../main.ts';
import { photoFile, voiceFile } from '../modules/photos/photo-access.ts';
import { sessionCookieHashes } from '../auth/sessions.ts';
import { openConsole } from '../staff/console-pages.ts';
import { openStatic, type PendingSites, type StaticSites } from './index.ts';
import { hostsPage, pendingPage, type DemoLogin } from './hosts-page.ts';
import { openPhotoFiles, type PhotoFiles } from '../media/photo-files.ts';
import { LOCKED_FORM } from '../media/photo-forms.ts';
import { type PhotoAddress, photoAddress, servePhoto } from '../media/serve-photos.ts';
import { serveVoice } from '../media/serve-voice.ts';
import { voiceAddress } from '../media/voice-urls.ts';
import { type AppContext, countryOf, isOverHttps } from '../http/request-info.ts';

export interface SitePagesOptions {
  /** The project's folder. */
  readonly root: string;
  /** The folder with the exports; `dist` of the project unless given. */
  readonly dist?: string;
  /** Demo logins for the page that lists the hosts. */
  readonly logins?: readonly DemoLogin[];
  /** Serves API calls and photos without exported pages, for `npm run dev`. */
  readonly withoutPages?: boolean;
  /** Sites that `npm start` is still building. */
  readonly pending?: PendingSites;
}

export function sitePages({
  root,
  dist = join(root, 'dist'),
  logins = [],
  withoutPages = false,
  pending = new Set(),
}: SitePagesOptions) {
  return (parts: ServeParts): Pick<AppParts, 'fallback' | 'formPage' | 'consolePages'> => {
    // Also without pages: web servers pass all of the console on.
    const consolePages = openConsole(dist, parts.config);
    const pages = withoutPages ? null : openStatic(dist, parts.sites, pending);
    const photos = openPhotoFiles(parts.config);
    const answerPage = async (c: AppContext): Promise<Response> => {
      const site = c.get('site');
      const request = c.req.raw;
      if (!site) return hostsPage(parts.sites, new URL(request.url).port, { logins, pending });
      const photo = photoAddress(c.req.path);
      if (photo) return answerPhoto(parts, photos, c, site.id, photo);
      const voice = voiceAddress(c.req.path);
      if (voice) return answerVoice(parts, photos, c, site.id, voice);
      if (!pages) return new Response(null, { status: 404 });
      if (pending.has(site.folder)) return pendingPage(site);
      const answer = await pages
        .page(request, site, isOverHttps(c, parts.config))
        .catch((error: unknown) => errorPage(parts, pages, c, error));
      return withCountry(answer, countryOf(c, parts.config));
    };
    const fallback = async (c: AppContext): Promise<Response> => {
      const answer = await answerPage(c);
      // Otherwise a shared cache could serve one brand's robots.txt for another.
      if (parts.config.trustForwardedHost) answer.headers.append('Vary', 'X-Forwarded-Host');
      return answer;
    };
    if (!pages) return { fallback, consolePages };
    const formPage: FormPage = async (form) => {
      const page = pending.has(form.site.folder) ? null : await pages.form(form);
      return page && withCountry(page, form.country);
    };
    return { fallback, formPage, consolePages };
  };
}

/**
 * Sends the visitor's country to the page's script for the entry warning, in a header that any host can send. Also sent
 * for an unknown country, since a 304 would otherwise keep an old value.
 */
function withCountry(answer: Response, country: string | null): Response {
  if (answer.headers.get('Content-Type')?.startsWith('text/html'))
    answer.headers.set('Server-Timing', `country;desc="${country ?? UNKNOWN_COUNTRY}"`);
  return answer;
}

async function answerPhoto(
  parts: ServeParts,
  photos: PhotoFiles,
  c: AppContext,
  tenant: number,
  photo: PhotoAddress,
): Promise<Response> {
  const file = await photoFile(
    parts.database,
    tenant,
    photo.token,
    sessionCookieHashes(c.req.header('cookie')),
    systemClock(),
    { isLocked: photo.form === LOCKED_FORM, key: photo.key },
  );
  return file
    ? servePhoto(photos, {
        ...{ ...file, form: photo.form, known: c.req.header('if-none-match') ?? null },
        isHead: c.req.raw.method === 'HEAD',
      })
    : new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}

async function answerVoice(
  { database }: ServeParts,
  photos: PhotoFiles,
  c: AppContext,
  tenant: number,
  name: string,
): Promise<Response> {
  const sessions = sessionCookieHashes(c.req.header('cookie'));
  const file = await voiceFile(database, tenant, name, sessions, systemClock());
  if (file) return serveVoice(photos, c.req.raw, { file, name });
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}

/** Answers the error page with status 500, and logs the error. */
function errorPage(parts: ServeParts, pages: StaticSites, c: AppContext, error: unknown): Promise<Response> | Response {
  const site = c.get('site');
  parts.log.error({ error: describeError(error), request: c.get('requestId') }, 'page failed');
  return site ? pages.broken(c.req.raw, site, 500, 'internal') : new Response(null, { status: 500 });
}
