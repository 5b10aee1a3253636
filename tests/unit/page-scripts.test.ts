// The inline scripts of visitors and members, run against a stand-in for the browser: what they do with the address and what is kept.
import { expect, test } from 'vitest';
import { trackingAliases, trackingIn, trackingNames } from '#domain/tracking';
import { trackingInQuery } from '#server/static/propagate-tracking';
import { at, listening, run } from '#tests/support/page-script';

/** A device: its cookies and its storage, which holds texts only. */
const deviceWith = (kept: Record<string, string>) => ({
  cookie: '',
  store: new Proxy(kept, { set: (all, name, value) => Reflect.set(all, name, String(value)) }),
});
type Device = ReturnType<typeof deviceWith>;

/** Opens a public page on a device until it is drawn; `fields` are those of its forms, as the server filled them in. */
function openPublic(device: Device, address: string, fields: Readonly<Record<string, string>> = {}) {
  const bar: { hidden: unknown; dataset: object; onclick?: (event: object) => void } = { hidden: true, dataset: {} };
  const warning: { open?: boolean; onsubmit?: () => void; onclose?: () => void } & Record<string, unknown> = {
    dataset: { entry: '' },
    showModal: () => (warning.open = true),
  };
  const leaveWarning = (): void => {
    warning.open = false;
    warning.onclose?.();
  };
  const { listeners, addEventListener } = listening();
  const whenDrawn: (() => void)[] = [];
  const document = {
    get cookie() {
      return device.cookie;
    },
    documentElement: { dataset: {} },
    fonts: { load: () => ({ then: () => undefined }) },
    querySelector: (selector: string) => ({ '[data-consent-bar]': bar, '[data-entry]': warning })[selector] ?? null,
    querySelectorAll: () => Object.entries(fields).map(([name, value]) => ({ name, value })),
    addEventListener,
  };
  run('visitor', {
    document,
    location: at(address),
    localStorage: device.store,
    addEventListener,
    performance: { getEntriesByType: () => [] },
    requestAnimationFrame: (draw: () => void) => whenDrawn.push(draw),
    setTimeout: (work: () => void) => work(),
    Range: class {},
  });
  whenDrawn.forEach((draw) => draw());
  /** What a form sends that had those fields. */
  const sent = (method: 'get' | 'post', ...fields: readonly string[]): Record<string, string> => {
    const formData = new Map(fields.map((name) => [name, '']));
    listeners['formdata']?.({ target: { method }, formData });
    return Object.fromEntries(formData);
  };
  return {
    answer: (consent: string) => bar.onclick?.({ target: { dataset: { consent } } }),
    /** Whether it asks for consent. */
    asks: () => !bar.hidden,
    /** Whether the entry warning is in the way. */
    warns: () => !!warning.open,
    leaveWarning,
    passWarning: () => {
      warning.onsubmit?.();
      leaveWarning();
    },
    /** Another page of the members area comes in this one's place. */
    goOn: () => listeners['astro:page-load']?.({}),
    sent,
    network: sent('post', 'network')['network'],
  };
}

/** Opens a page of the members area on a device; returns where it leads to. */
function openMembers(device: Device, address: string, login: string | undefined): string | null {
  let led: string | null = null;
  const document = {
    cookie: device.cookie,
    documentElement: { dataset: { login }, toggleAttribute: () => false },
    addEventListener: () => undefined,
  };
  const location = { ...at(address), replace: (to: string) => (led = to) };
  run('members', { document, location, localStorage: device.store });
  return led;
}

const MEMBER = 'locale=nl; auth.hint=1';

test('SG26 SA5: the source is kept until somebody joins: then no page holds it any more, nor after the logout', () => {
  const device = deviceWith({ consent: 'yes' });
  openPublic(device, '/?network=net');
  expect(openPublic(device, '/signup').network).toBe('net');
  expect(device.store).toEqual({ consent: 'yes', tracking: 'network=net' });
  // A visitor of the members area, and one who is led to the login, have not joined.
  openMembers(device, '/members', undefined);
  openMembers(device, '/likes', '/login');
  expect(device.store).toEqual({ consent: 'yes', tracking: 'network=net' });
  const before = openPublic(device, '/pricing');
  device.cookie = MEMBER;
  openMembers(device, '/complete-signup', '/login');
  expect(device.store).toEqual({ consent: 'yes' });
  // Neither a page with the source in its address keeps it again, nor one that was open before.
  openPublic(device, '/pricing?network=net');
  before.answer('yes');
  expect(device.store).toEqual({ consent: 'yes' });
  device.cookie = 'locale=nl';
  expect(openPublic(device, '/login').network).toBe('');
  expect(device.store).toEqual({ consent: 'yes' });
});

test('SG26: whoever has joined and opens a public page first holds no source either', () => {
  const device = deviceWith({ consent: 'yes', tracking: 'network=net' });
  device.cookie = MEMBER;
  openPublic(device, '/pages/faq');
  expect(device.store).toEqual({ consent: 'yes' });
});

test('SG25: a page’s script reads the same of its address as the server', () => {
  const all = [...trackingNames, ...Object.keys(trackingAliases)];
  const queries = [
    ...all.map((name) => `${name}=v%261`),
    all.map((name) => `${name}=${name}`).join('&'),
    ...all.map((left) =>
      all
        .filter((name) => name !== left)
        .map((name) => `${name}=${name}`)
        .join('&'),
    ),
    'aff_sub=x&aff_sub1=y',
    'aff_network=n&subs=s&sub4=4&xsub=x&aff_ref=r',
    'network=first&network=second',
    'ref=&ref=x',
    'sub1=&sub1=a&sub=b',
    `network=${'n'.repeat(201)}&network=ok`,
    `ref=${'r'.repeat(200)}&network=${'n'.repeat(201)}&sub2=`,
  ];
  for (const query of queries) {
    const { sent } = openPublic(deviceWith({}), `/?${query}`);
    expect([query, sent('get')]).toEqual([query, trackingIn(new URLSearchParams(query))]);
  }
});

test('SG26: a form sent to the server takes of the source what it has fields for, and a page opened by one all of it', () => {
  const { sent } = openPublic(deviceWith({}), '/?sub=s&ref=r');
  expect(sent('post', 'ref', 'network', 'text')).toEqual({ ref: 'r', network: '', text: '' });
  expect(sent('get', 'text')).toEqual({ ref: 'r', sub1: 's', text: '' });
});

test('SG26: a page drawn again goes by its form, whatever another visit has kept meanwhile', () => {
  const device = deviceWith({ consent: 'yes', tracking: 'network=other&sub1=s' });
  const drawn = openPublic(device, '/api/signup-init.php', { ref: 'own', network: '', email: 'a@b.example' });
  expect(drawn.sent('get')).toEqual({ ref: 'own' });
  expect(device.store['tracking']).toBe('ref=own');
  expect(openPublic(deviceWith({}), '/api/signup-init.php', { ref: 'own' }).asks()).toBe(true);
  expect(openPublic(device, '/api/signup-init.php', { ref: '', network: '' }).sent('get')).toEqual({ ref: 'own' });
});

test('SG26 ME12: whoever is led to the login brings the source along, beside the page they were on the way to', () => {
  const device = deviceWith({});
  expect(openMembers(device, '/nl/likes', '/nl/login')).toBe('/nl/login?to=%2Fnl%2Flikes');
  const led = openMembers(device, '/members?network=net&aff_sub=deal%201', '/login') ?? '';
  expect(new URLSearchParams(at(led).search).get('to')).toBe('/members?network=net&aff_sub=deal%201');
  // For a page with a script, and for the server, which writes it into the links of one without.
  expect(openPublic(device, led).network).toBe('net');
  expect(trackingInQuery(at(led).search)).toEqual({ network: 'net', sub1: 'deal 1' });
  expect(device.store).toEqual({});
});

test('LA21: what an embedding page says of its warning counts for whoever is led to the login, too', () => {
  const device = deviceWith({});
  openPublic(device, openMembers(device, '/likes?page=2&entry=embedded', '/login') ?? '');
  expect(Object.keys(device.store)).toEqual(['entry']);
});

/** A device that has no room left. */
const fullDevice = (): Device => ({
  cookie: '',
  store: new Proxy<Record<string, string>>(
    {},
    {
      set: () => {
        throw new Error('QuotaExceededError');
      },
    },
  ),
});

test('SG26: a device that is full keeps nothing, and the source goes along all the same', () => {
  const page = openPublic(fullDevice(), '/?network=net');
  expect([page.network, page.asks()]).toEqual(['net', true]);
  page.answer('no');
  expect(page.asks()).toBe(false);
});

test('LA18 LA21: the entry warning stays until it is passed, and is passed on a full device as long as the page lasts', () => {
  expect(openPublic(fullDevice(), '/?entry=embedded').warns()).toBe(false);
  for (const device of [fullDevice(), deviceWith({})]) {
    const page = openPublic(device, '/');
    page.leaveWarning();
    expect(page.warns()).toBe(true);
    page.passWarning();
    page.goOn();
    expect(page.warns()).toBe(false);
  }
});

test('F9: the login leads on to the page one was going to, whatever the query of that page says', () => {
  const led = openMembers(deviceWith({}), '/members?to=https://evil.example/&network=net', '/login') ?? '';
  const field = { value: '/members' };
  run('login', { document: { querySelector: () => field }, location: at(led) });
  expect(field.value).toBe('/members?to=https://evil.example/&network=net');
});

test('a browser that allows no storage leads to the login all the same', () => {
  const device = { cookie: MEMBER, store: undefined } as unknown as Device;
  expect(openMembers(device, '/likes', '/login')).toBeNull();
  expect(openMembers({ ...device, cookie: '' }, '/likes', '/login')).toContain('/login?to=%2Flikes');
});
