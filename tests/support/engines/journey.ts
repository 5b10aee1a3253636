// A member's way through another engine: two landers, joining, confirming, logging in, search, profile, message, order.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { auth } from '#contract/auth';
import { pathOf } from '#domain/routes';
import type { Site } from '#site/load';
import { words } from '../browser.ts';
import type { Typed } from '../signing-up.ts';
import { type Device, TIMEOUT_MS } from './device.ts';

/** A device on a site, and where its pictures go. */
export interface Visit {
  readonly device: Device;
  readonly site: Site;
  readonly home: string;
  readonly pictures: string;
}

/** Saves a picture of the page, when every picture in sight is there. */
async function look({ device, pictures }: Visit, name: string): Promise<void> {
  const missing = `[...document.images].filter((image) => {
    const { top, bottom, left, right, width } = image.getBoundingClientRect();
    const isInSight = width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && image.checkVisibility();
    return isInSight && !(image.complete && image.naturalWidth > 0);
  }).map((image) => image.currentSrc.slice(0, 100))`;
  await expect.poll(() => device.evaluate(missing), { timeout: TIMEOUT_MS }).toEqual([]);
  mkdirSync(pictures, { recursive: true });
  await device.picture(join(pictures, `${name}.png`));
  const wide = `document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
    [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.tagName + '.' + each.className)`;
  expect(await device.evaluate(wide), `${name} scrolls sideways`).toEqual([]);
}

const arrive = (device: Device, path: RegExp): Promise<void> =>
  expect.poll(() => device.evaluate('location.pathname'), { timeout: TIMEOUT_MS }).toMatch(path);

/** Opens the page and passes the entry warning, which a new visitor sees once. */
async function enter(visit: Visit, path: string, isWarned: boolean): Promise<void> {
  const { device, home } = visit;
  await device.open(home + path);
  if (isWarned) await device.press('dialog.entry-warning button[value=yes]');
  await device.see('h1');
}

const choose = (device: Device, field: string, value: string): Promise<unknown> =>
  device.evaluate(`(() => {
    const field = document.querySelector('[name="${field}"]');
    field.value = '${value}';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);

async function fillBirth({ device }: Visit, year: string): Promise<void> {
  await device.type('[name=birth_day]', '29');
  await choose(device, 'birth_month', '2');
  await device.type('[name=birth_year]', year);
}

/** The front page and another lander; the second one's first step leads to the form. */
export async function seeLanders(visit: Visit, who: Typed): Promise<void> {
  const { device } = visit;
  await enter(visit, pathOf('index'), true);
  await look(visit, '1-front-page');
  await enter(visit, pathOf('landers-gallery-slug'), false);
  await look(visit, '2-gallery');
  await device.press('.signup-start label:has([name=gender][value=female])');
  await device.press('.signup-start label:has([name=seeks][value=both])');
  await fillBirth(visit, who.year);
  await look(visit, '3-first-step');
  await device.press('.signup-start button[type=submit]');
  await device.see('[data-signup]');
}

/** Fills the form that the lander led to, and goes on to the steps. */
export async function joinFromLander(visit: Visit, who: Typed): Promise<void> {
  const { device, site } = visit;
  expect(await device.evaluate('document.querySelector("[name=birth_year]").value')).toBe(who.year);
  await choose(device, 'country', site.siteSettings.countries[0] ?? 'NL');
  await device.type('[name=name]', who.name);
  await device.type('[name=email]', who.email);
  await device.type('[name=password]', who.password);
  await look(visit, '4-signup');
  for (const tick of ['terms', 'consent']) await device.press(`[name=${tick}]`);
  await device.press('[data-signup] button[type=submit]');
  await arrive(device, /^\/complete-signup/);
  await device.see('h1');
  await look(visit, '5-joined');
}

/** Follows the link of the newest mail to the address, confirms, and logs out. */
export async function confirmByMail(visit: Visit, who: Typed): Promise<void> {
  const { device, site, home } = visit;
  const mail = `[...document.querySelectorAll('tr')].find((row) => row.textContent.includes('${who.email}'))?.querySelector('a').href`;
  const find = async (): Promise<unknown> => {
    await device.open(`${home}/dev/mail`);
    return device.evaluate(mail);
  };
  await expect.poll(find, { timeout: TIMEOUT_MS }).toBeTruthy();
  await device.open(String(await find()));
  const link = new URL(String(await device.evaluate("document.querySelector('pre a').href")));
  await device.open(home + link.pathname + link.search);
  await device.press('main form button[type=submit]');
  await device.see(`//h1[normalize-space()="${words(site, 'en')('signup:confirmed_heading')}"]`);
  await look(visit, '6-confirmed');
  expect(await device.evaluate(`fetch('${home}${auth.logout.path}').then(({ status }) => status)`)).toBe(204);
}

export async function logIn(visit: Visit, who: Typed): Promise<void> {
  const { device, home } = visit;
  await device.open(home + pathOf('login'));
  await look(visit, '7-login');
  await device.type('[name=email]', who.email);
  await device.type('[name=password]', who.password);
  await device.press('form button[type=submit]');
  await arrive(device, /^\/members$/);
}

/** The search, the first profile found, and a message to that person. */
export async function findAndWrite(visit: Visit, text: string): Promise<void> {
  const { device, site } = visit;
  const t = words(site, 'en');
  await device.see('a.card-person');
  await look(visit, '8-search');
  await device.press('a.card-person');
  await arrive(device, /^\/members\/[0-9a-f-]{36}$/);
  await device.see(`//h2[normalize-space()="${t('members:facts')}"]`);
  await look(visit, '9-profile');
  await device.press(`//a[contains(normalize-space(), "${t('likes:write')}")]`);
  await arrive(device, /\/chat$|^\/chats\//);
  await device.type('.composer textarea', text);
  await look(visit, '10-written');
  await device.press('.composer-send');
  await device.see('.msg-mine.msg-sent, .msg-mine.msg-read');
  expect(await device.evaluate("document.querySelector('.msg-mine .msg-text').textContent")).toBe(text);
  await look(visit, '11-sent');
}

/** The packages, the order, the provider's page, and the credits. */
export async function buy(visit: Visit): Promise<void> {
  const { device, site, home } = visit;
  await device.open(home + pathOf('credits'));
  await device.see('.panel a.btn-primary');
  await look(visit, '12-packages');
  await device.press('.panel a.btn-primary');
  await arrive(device, /^\/credits\/./);
  await device.see('.sums-total');
  await look(visit, '13-order');
  await device.press('.panel button.btn-primary');
  await device.see('button[value=pay]');
  await look(visit, '14-provider');
  const bank = 'document.querySelector("[type=radio]")';
  await device.evaluate(`${bank} && (${bank}.checked = true)`);
  await device.press('button[value=pay]');
  await arrive(device, /^\/transactions\//);
  await device.see(
    `//*[self::h1 or self::h2][normalize-space()="${words(site, 'en')('credits:paid_heading', { count: 6 })}"]`,
  );
  await look(visit, '15-paid');
}
