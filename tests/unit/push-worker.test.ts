// The service worker by itself, among tabs that answer it or do not: what it shows, where a click leads, and the renewal of a subscription.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { push } from '#contract/push';

const code = readFileSync('public/push-worker.js', 'utf8');
const CHAT = 'https://brand.example/chats/1';
const PUSH = {
  title: 'Brand',
  body: 'There’s something new for you',
  lang: 'en',
  tag: 'news',
  icon: 'https://brand.example/icon-192.png',
  navigate: CHAT,
  app_badge: '3',
  data: { id: '17 3' },
};

interface Tab {
  readonly url: string;
  readonly focused: boolean;
  readonly isMembers: boolean;
  /** A form or a dialog is in use. */
  readonly isBusy?: boolean;
}
type Shown = {
  tag: string;
  data: { id?: string; navigate: string };
  title: string;
  renotify: boolean;
  silent: boolean;
  icon: string;
};

const GOOGLE = 'https://fcm.googleapis.com/fcm/send/a';
const APPLE = 'https://web.push.apple.com/a';

/** A worker with these tabs and a subscription at that address; what happens is listed in `happened`. */
function startWorker(tabs: readonly Tab[], endpoint = GOOGLE) {
  const listeners = new Map<string, (event: object) => void>();
  const happened: string[] = [];
  const shown: Shown[] = [];
  const posted: { path: string; method: string; body: unknown }[] = [];
  const clients = tabs.map(({ url, focused, isMembers, isBusy }) => ({
    url,
    focused,
    postMessage: ({ type }: { type: string }, [port]: [MessagePort]) => {
      if (isMembers) happened.push(`${type} to ${url}`);
      // A public page has no listener.
      if (isMembers) port.postMessage(isBusy ? 'busy' : 'here');
    },
    focus: () => Promise.resolve(void happened.push(`focus ${url}`)),
    navigate: (to: string) => Promise.resolve(void happened.push(`${url} goes to ${to}`)),
  }));
  const self = {
    addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
    clients: {
      matchAll: () => Promise.resolve(clients),
      openWindow: (to: string) => Promise.resolve(void happened.push(`open ${to}`)),
    },
    navigator: { setAppBadge: (count: number) => Promise.resolve(void happened.push(`badge ${count}`)) },
    registration: {
      getNotifications: () =>
        Promise.resolve(shown.slice(-1).map((each) => ({ ...each, close: () => void happened.push('close') }))),
      showNotification: (title: string, rest: Omit<Shown, 'title'>) =>
        Promise.resolve(void shown.push({ title, ...rest })),
      pushManager: {
        subscribe: (options: object) => Promise.resolve({ endpoint: 'made', options }),
        getSubscription: () => Promise.resolve({ endpoint }),
      },
    },
  };
  const post = (path: string, { method, body }: { method: string; body: string }) =>
    Promise.resolve(void posted.push({ path, method, body: JSON.parse(body) }));
  new Function('self', 'fetch', code)(self, post);
  const send = async (type: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    const respondWith = (): void => void happened.push('answer');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    listeners.get(type)?.({ ...event, respondWith, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    // Ports answer in their own time; those that do not are waited for.
    for (let at = 0; at < 20; at += 1) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(500);
    vi.useRealTimers();
    await work;
  };
  return {
    happened,
    shown,
    posted,
    renew: (event: object) => send('pushsubscriptionchange', event),
    load: (path: string, mode = 'navigate') =>
      send('fetch', { request: { mode, method: 'GET', url: `https://brand.example${path}` } }),
    push: (notification: object = PUSH) => send('push', { data: { json: () => ({ web_push: 8030, notification }) } }),
    click: () => send('notificationclick', { notification: { close: () => undefined, data: { navigate: CHAT } } }),
  };
}

const members = (focused: boolean, url = 'https://brand.example/likes'): Tab => ({ url, focused, isMembers: true });
const busy = (tab: Tab): Tab => ({ ...tab, isBusy: true });
const landing = (focused: boolean): Tab => ({ url: 'https://brand.example/', focused, isMembers: false });

test('PU8 PU9: a push is shown unless a page of the members area is in front; a public page in front shows nothing itself', async () => {
  for (const [tabs, isShown] of [
    [[], true],
    [[members(true)], false],
    [[members(false)], true],
    [[landing(true)], true],
    [[landing(true), members(false)], true],
    [[landing(false), members(true)], false],
  ] as const) {
    const worker = startWorker(tabs);
    await worker.push();
    expect([tabs, worker.shown.length]).toEqual([tabs, isShown ? 1 : 0]);
    expect(worker.happened).toContain('badge 3');
  }
});

test('DE103 PU8: Safari, which ends a subscription whose pushes show nothing, shows one without a sound while the page is in front', async () => {
  for (const [endpoint, shown] of [
    [APPLE, [true]],
    [GOOGLE, []],
    ['https://push.apple.com.elsewhere.example/a', []],
  ] as const) {
    const worker = startWorker([members(true)], endpoint);
    await worker.push();
    expect([endpoint, worker.shown.map(({ silent }) => silent)]).toEqual([endpoint, shown]);
  }
  const behind = startWorker([members(false)], APPLE);
  await behind.push();
  expect(behind.shown.map(({ silent }) => silent)).toEqual([false]);
});

test('AU7 CH6: every page of the members area hears of a push', async () => {
  const worker = startWorker([members(false), landing(false), members(true, 'https://brand.example/chats')]);
  await worker.push();
  expect(worker.happened.filter((each) => each.startsWith('push'))).toEqual([
    'push to https://brand.example/likes',
    'push to https://brand.example/chats',
  ]);
});

test('H9 PU8: the same news that is sent again replaces the first without a second sound; other news sounds', async () => {
  const worker = startWorker([]);
  await worker.push();
  await worker.push();
  await worker.push({ ...PUSH, data: { id: '18 4' } });
  await worker.push({ ...PUSH, data: undefined });
  expect(worker.shown.map(({ tag, renotify }) => [tag, renotify])).toEqual([
    ['news', true],
    ['news', false],
    ['news', true],
    ['news', true],
  ]);
  expect(worker.shown[0]).toMatchObject({ title: 'Brand', icon: PUSH.icon, data: { navigate: CHAT } });
});

test('PU8: a click leads to the chat in an open page of the members area, never in a public one or where a form is in use', async () => {
  for (const [tabs, happened] of [
    [[], [`open ${CHAT}`]],
    [[landing(true)], [`open ${CHAT}`]],
    [
      [landing(true), members(false)],
      ['focus https://brand.example/likes', `https://brand.example/likes goes to ${CHAT}`],
    ],
    [[members(false), members(false, CHAT)], [`focus ${CHAT}`]],
    // What is half typed stays, unless the tab need not go anywhere.
    [[busy(members(false))], [`open ${CHAT}`]],
    [[busy(members(false, CHAT))], [`focus ${CHAT}`]],
    [
      [busy(members(false)), members(false, 'https://brand.example/chats')],
      ['focus https://brand.example/chats', `https://brand.example/chats goes to ${CHAT}`],
    ],
  ] as const) {
    const worker = startWorker(tabs);
    await worker.click();
    expect(worker.happened.filter((each) => !each.startsWith('ask'))).toEqual(happened);
  }
});

test('E11: once the login page is opened nothing is shown any more of the member before, nor counted on the icon', async () => {
  for (const [path, mode, isTaken] of [
    ['/login', 'navigate', true],
    ['/login?to=%2Fchats', 'navigate', true],
    ['/nl/login', 'navigate', true],
    ['/chats', 'navigate', false],
    ['/login-mail', 'navigate', false],
    ['/members/login', 'navigate', false],
    ['/login', 'cors', false],
  ] as const) {
    const worker = startWorker([]);
    await worker.push();
    worker.happened.length = 0;
    await worker.load(path, mode);
    const taken = worker.happened.filter((each) => each !== 'answer');
    expect([path, mode, taken]).toEqual([path, mode, isTaken ? ['close', 'badge 0'] : []]);
  }
});

test('PU3 PU8: the subscription with which the browser replaces one is stored, or one is made with the same key', async () => {
  const oldSubscription = { options: { applicationServerKey: 'key' } };
  const path = push.subscribe.path;
  for (const [event, body] of [
    [{ oldSubscription, newSubscription: { endpoint: 'new' } }, { endpoint: 'new' }],
    [
      { oldSubscription, newSubscription: null },
      { endpoint: 'made', options: { userVisibleOnly: true, applicationServerKey: 'key' } },
    ],
    [{ oldSubscription: null, newSubscription: { endpoint: 'new' } }, { endpoint: 'new' }],
    [{ oldSubscription: null, newSubscription: null }, null],
  ]) {
    const worker = startWorker([]);
    await worker.renew(event as object);
    expect(worker.posted).toEqual(body ? [{ path, method: 'POST', body }] : []);
  }
});
