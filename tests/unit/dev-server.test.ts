// The dev server answers addresses with ids like the real one, with the page exported for them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { devServer } from '#scripts/build/dev-server';
import { hasSlug, parameterRoutes } from '#domain/routes';
import { loadSites } from '#site/load';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
type Setup = (options: { server: { middlewares: { use: (own: Middleware) => void } } }) => void;

const root = process.cwd();
const [site] = loadSites(root);
const campaign = site?.niche.campaigns[0]?.slug;
const lander = parameterRoutes().find((route) => hasSlug(route) && !route.path.includes('/:id'));
if (!site || !campaign || !lander) throw new Error('There is a niche with a campaign, and a lander for it.');
const path = lander.path.replace('/:slug?', '');

/** The address that is passed on to Astro. */
function leftOf(url: string): string | undefined {
  const own: Middleware[] = [];
  const setup = devServer(root, site?.folder, undefined).hooks['astro:server:setup'] as unknown as Setup;
  setup({ server: { middlewares: { use: (each) => void own.push(each) } } });
  const request = { url } as IncomingMessage;
  let isLeft = false;
  own[0]?.(request, {} as ServerResponse, () => (isLeft = true));
  return isLeft ? request.url : undefined;
}

test.each([
  ['a campaign by its own page', `${path}/${campaign}?network=x`, `${path}/_${campaign}?network=x`],
  ['an unknown one by the lander', `${path}/no-such-campaign`, path],
  ['none by the lander', `/de${path}`, `/de${path}`],
  ['a member by the shell', '/members/0f8c', '/members/_'],
])('%s', (_, address, page) => {
  expect(leftOf(address)).toBe(page);
});
