// Content types of a site's files by extension, for build and server.
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
  webm: 'video/webm',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
};

/** The Content-Type of a file name; unknown extensions are binary. */
export const contentTypeOf = (file: string): string =>
  CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
/** Endings with their types, without charset. */
export const contentTypes = (): (readonly [string, string])[] =>
  Object.entries(CONTENT_TYPES).map(([ending, type]) => [ending, type.replace(/;.*/, '')] as const);

/** Whether a file is worth compressing. */
export const isCompressible = (file: string): boolean => /\.(html|css|js|json|webmanifest|xml|txt|svg|vtt)$/.test(file);
