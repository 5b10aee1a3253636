// Which pages of the members area have room for which alert, and on which the installed app shows a way back.
import { expect, test } from 'vitest';
import { alertScope, showsIn } from '#domain/alert-pages';
import { hasBack } from '#domain/navigation';
import { routes } from '#domain/routes';

const names = routes.filter(({ world }) => world === 'members').map(({ name }) => name);
const without = (alert: string): string[] => names.filter((name) => !showsIn(alertScope(name), alert)).sort();

test('SH26 PU7: the alerts about a photo and about push are on no page where they would be in the way', () => {
  const pages = ['complete-signup', 'directdebit', 'notifications', 'premium', 'profile', 'settings'];
  expect(without('photo')).toEqual(pages);
  expect(without('push')).toEqual(pages);
  // Public pages have no alerts at all.
  for (const name of ['signup', 'activate-done'])
    expect([name, routes.find((route) => route.name === name)?.world]).toEqual([name, 'public']);
});

test('AC10 SH26: what stops the mails is not said where the settings say it, and the address is asked for everywhere else', () => {
  expect(without('mail-bounce')).toEqual(['notifications', 'settings']);
  expect(without('confirm')).toEqual(['complete-signup']);
  expect(without('consent')).toEqual([]);
});

test('SH18: the installed app has a way back on these pages, and on no other', () => {
  const pages = ['credits', 'credits-id-paymentmethod', 'directdebit', 'likes-m-id', 'likes-type', 'members-id'];
  expect(names.filter(hasBack).sort()).toEqual(pages);
});
