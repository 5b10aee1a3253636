// The walks through the members area leave no page of it out.
import { expect, test } from 'vitest';
import { matchPath, routes } from '#domain/routes';
import { memberScreens } from '#scripts/screenshots/member-screens';

test('every page of the members area is among the screens that are walked', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const paths = Object.values(memberScreens({ member: id, payment: id, partner: id }));
  const walked = new Set(paths.map((path) => matchPath(path.split('?')[0] ?? '', [])?.route.name));
  const pages = routes.filter(({ world, screen }) => world === 'members' && screen).map(({ name }) => name);
  expect(pages.filter((name) => !walked.has(name))).toEqual([]);
});
