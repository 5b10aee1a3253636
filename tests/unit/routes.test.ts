// The route table: addresses, parsing them, shells and rewrites.
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { footerRoutes, matchPath, parameterRoutes, pathOf, routeOf, routes, shellOf, shellsOf } from '#domain/routes';
import { rewritesOf, shortRewrites } from '#scripts/build/rewrites';

const LANGUAGES = ['en', 'da', 'de', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'sv'];

describe('routes', () => {
  test('SI3: English has no prefix, every other language has one', () => {
    expect(pathOf('login')).toBe('/login');
    expect(pathOf('login', 'nb')).toBe('/nb/login');
    expect(pathOf('index', 'de')).toBe('/de');
  });

  test('SI8: every route of the requirements has a row, with a unique name and path', () => {
    expect(new Set(routes.map((route) => route.name)).size).toBe(routes.length);
    expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
    const named = [...readFileSync('tests/requirements.md', 'utf8').matchAll(/`(\/[a-z0-9/{}?-]*)`/g)].map(
      (match) => match[1] ?? '',
    );
    const wanted = [...new Set(named)].filter((path) => !path.startsWith('/api/'));
    const known = routes.map((route) => route.path.replace(/:([a-z]+)/g, '{$1}'));
    const missing = wanted.filter(
      (path) => !known.includes(path) && !known.includes(path.replace(/\}$/, '?}').replace('?}', '}?')),
    );
    expect(
      missing.filter(
        (path) =>
          ![
            '/likes/{type}',
            '/{token}',
            '/credits/{id}',
            '/transactions',
            '/transactions/{id}',
            '/credits/{id}/{paymentmethod}',
          ].includes(path) && !/\{slug\?\}$/.test(path),
      ),
    ).toEqual([]);
  });

  test('an address parses to its route, language and parameters', () => {
    const match = matchPath('/nl/members/0f8c', LANGUAGES);
    expect(match).toMatchObject({ language: 'nl', parameters: { id: '0f8c' }, route: { name: 'members-id' } });
    expect(matchPath('/members', LANGUAGES)?.route.name).toBe('members');
    expect(matchPath('/members/', LANGUAGES)?.route.name).toBe('members');
    expect(matchPath('/en/members', LANGUAGES)).toBeNull();
    expect(matchPath('/directdebit', LANGUAGES)?.route.name).toBe('directdebit');
    expect(matchPath('/members/a/b', LANGUAGES)).toBeNull();
  });

  test('an invalid escape in an address is no match and no exception', () => {
    expect(() => matchPath('/members/%E0%A4%A', LANGUAGES)).not.toThrow();
  });

  test('id pages are exported as shells, and every shell has a rewrite in every language', () => {
    expect(shellOf(routeOf('members-id'))).toBe('/members/_');
    const rewrites = rewritesOf('/nl', []);
    for (const { path } of parameterRoutes())
      expect(rewrites.map(({ from }) => from)).toContain(`/nl${path.replace('?', '')}`);
    expect(rewrites).toContainEqual({ from: '/nl/transactions', to: '/nl/transactions/_' });
    expect(rewrites).toContainEqual({ from: '/nl/members/:id', to: '/nl/members/_' });
  });

  test('LA22: a campaign has a page of its own beside the lander, which answers every other slug', () => {
    const video = routeOf('landers-video-slug');
    expect(shellsOf({ route: video, parameters: { slug: 'evening' } })).toEqual([
      '/landers/video/_evening',
      '/landers/video',
    ]);
    expect(shellsOf({ route: video, parameters: {} })).toEqual(['/landers/video']);
    const order = rewritesOf('', ['evening']).filter(({ from }) => from.startsWith('/landers/video'));
    expect(order).toEqual([
      { from: '/landers/video/evening', to: '/landers/video/_evening' },
      { from: '/landers/video/:slug', to: '/landers/video' },
    ]);
    expect(shellOf(routeOf('members-id-landing2-slug'), 'evening')).toBe('/members/_/landing2/_evening');
  });

  test('hosts that allow a hundred rewrites get fewer, the most specific first', () => {
    const short = shortRewrites(['evening', 'coffee']);
    expect(short.length).toBeLessThanOrEqual(100);
    expect(short).toContainEqual({ from: '/:lang/members/:id', to: '/:lang/members/_' });
    const froms = short.map(({ from }) => from);
    expect(froms.indexOf('/landers/:lander/evening')).toBeLessThan(froms.indexOf('/landers/:lander/:slug'));
    expect(froms.indexOf('/members/:id/chat')).toBeLessThan(froms.indexOf('/members/:id'));
  });

  test('names in the tables exist', () => {
    for (const name of footerRoutes) expect(() => routeOf(name)).not.toThrow();
    expect(() => routeOf('nowhere')).toThrow('no route named "nowhere"');
    expect(() => pathOf('members-id')).toThrow(':id');
  });
});
