// What the files of every web server have in common: where exports lie, how long files are cached, and how paths match.
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Where the generated files look for the project; README.md says how to name another folder. */
export const SERVED_FROM = '/srv/matchloom/dist';

export const ABOUT_COUNTRY =
  'Landers warn visitors from some countries. They warn everybody until they are told the country, as two capital letters:';
export const ABOUT_FORWARDED =
  'No client may choose these. Where COUNTRY_HEADER names another header, overwrite that one as well.';
/** The first parts of the paths that the backend answers. */
export const PASSED_ON = ['api', 'media'] as const;
/** Where certbot puts the proof that a domain is ours (`--webroot`), also to renew a certificate while the web server runs. */
export const CHALLENGES = '/var/www/html';
/** Two processes, so that one serves while the other restarts. */
export const BACKENDS = ['127.0.0.1:4321', '127.0.0.1:4322'] as const;

const withHoles = (path: string): string => path.replace(/:[a-z]+/g, '[^/]+');
export const asPattern = (from: string): string => `^${withHoles(from)}/?$`;
/** A path, its file, or anything below it. */
export const asArea = (path: string): string => `^${withHoles(path)}(/|[.]html$|$)`;
