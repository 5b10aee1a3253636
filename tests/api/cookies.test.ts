// Every cookie that any call sets, over HTTP and HTTPS: its name, flags, path and lifetime (check C9).
import { expect, test } from 'vitest';
import { contractCalls, requestFor } from '../support/calls.ts';
import { cookieIn, freshIp, joinWith, rightForm, tokenTo } from '../support/joining.ts';
import { type CallAnswer, type CallOptions, startTestServer, usualDatabase } from '../support/server.ts';

const NEW = 'purple lanterns over water';

test.each([
  ['HTTP', {}, {}, ''],
  ['HTTPS', { TRUST_PROXY: '1' }, { 'x-forwarded-proto': 'https' }, '; Secure'],
] as const)('C9 AU12: every cookie of every call over %s is as decided', async (_, env, headers, secure) => {
  const server = await startTestServer(await usualDatabase(), {}, env);
  const end = `Path=/; Max-Age=`;
  const decided = [
    new RegExp(`^auth\\.session=[\\w-]{43}; ${end}2592000; SameSite=Lax${secure}; HttpOnly$`),
    new RegExp(`^auth\\.session=; ${end}0; SameSite=Lax${secure}; HttpOnly$`),
    new RegExp(`^auth\\.hint=1; ${end}2592000; SameSite=Lax${secure}$`),
    new RegExp(`^auth\\.hint=; ${end}0; SameSite=Lax${secure}$`),
    new RegExp(`^auth\\.known=[\\w-]{72}; ${end}7776000; SameSite=Lax${secure}; HttpOnly$`),
    new RegExp(`^locale=[a-z]{2}; ${end}31536000; SameSite=Lax${secure}$`),
  ];
  const seen = new Set<number>();
  const call = async (path: string, options: CallOptions): Promise<CallAnswer> => {
    const answer = await server.call(path, { ip: freshIp(), ...options, headers: { ...options.headers, ...headers } });
    for (const cookie of answer.cookies) {
      const place = decided.findIndex((form) => form.test(cookie));
      expect(place, `${path}: ${cookie}`).not.toBe(-1);
      seen.add(place);
    }
    return answer;
  };
  const victim = await server.member();
  const dead = { cookie: `auth.session=${'A'.repeat(43)}` };
  for (const each of contractCalls)
    for (const as of [
      null,
      dead,
      await server.member({ credits: 5 }),
      await server.member({ status: 'not_confirmed' }),
    ])
      await call(each.endpoint.path, { ...requestFor(each, victim.id), as });

  const post = (path: string, json: object, as: { cookie: string } | null = null, method = 'POST') =>
    call(`/api/${path}.php`, { method, json, as });
  const form = rightForm();
  const email = form['email'] ?? '';
  const joined = await joinWith(server, form, { headers });
  expect(cookieIn(joined).cookie).not.toBe('');
  await server.runJobs();
  const token = tokenTo(server, email);
  expect((await post('activate', { token, password: form['password'] })).cookies).not.toEqual([]);
  await post('password-reset', { email });
  await server.runJobs();
  const reset = { token: tokenTo(server, email), password: NEW, password_again: NEW };
  const session = cookieIn(await post('password-reset-do', reset));
  const words = { old: NEW, password: `${NEW} again`, password_again: `${NEW} again` };
  const changed = cookieIn(await post('password', words, session, 'PUT'));
  expect((await post('user', { email, password: `${NEW} again` })).status).toBe(200);
  const left = await post('account', { password: `${NEW} again`, reason: 'other', remarks: '' }, changed, 'DELETE');
  expect(left.status).toBe(200);
  expect([...seen].sort()).toEqual(decided.map((__, place) => place));
  await server.close();
});
