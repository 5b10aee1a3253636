// Cross-site requests, and unknown hosts.
import { expect, test } from 'vitest';
import { changesSomething, contractCalls, requestFor } from '../support/calls.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';

const none = { 'sec-fetch-site': null, 'sec-fetch-mode': null, 'sec-fetch-dest': null } as const;
/** A request that was not made by a page of the site. */
const foreign: Readonly<Record<string, Record<string, string | null>>> = {
  'no origin at all': none,
  'a foreign origin': { ...none, origin: 'https://evil.test' },
  'the origin null': { ...none, origin: 'null' },
  'a look-alike origin': { ...none, origin: `http://${siteAt(0).folder}.localhost.evil.test` },
  'another scheme': { ...none, origin: `https://${siteAt(0).folder}.localhost` },
  'another port': { ...none, origin: `http://${siteAt(0).folder}.localhost:81` },
  'a sister niche': { ...none, origin: `http://${siteAt(1).folder}.localhost` },
  'cross-site metadata': { 'sec-fetch-site': 'cross-site' },
  'same-site metadata': { 'sec-fetch-site': 'same-site' },
  'typed by hand': { 'sec-fetch-site': 'none' },
  'metadata that disagrees with the origin': { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' },
  'a foreign referer': { ...none, referer: 'https://evil.test/x' },
};

eachEngine('origin', (server) => {
  test('C10: no call with an effect is accepted from another site', async () => {
    for (const call of contractCalls.filter(changesSomething)) {
      const member = await server().member();
      for (const [kind, headers] of Object.entries(foreign)) {
        const { status, body } = await server().call(call.endpoint.path, {
          ...requestFor(call, member.id),
          as: member,
          headers,
        });
        expect([call.name, kind, status, body.error?.code]).toEqual([call.name, kind, 403, 'forbidden']);
      }
      expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ id: member.id });
    }
  });

  test('C10: bodies that a form of another site could send are refused', async () => {
    for (const call of contractCalls.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.beacon)) {
      const member = await server().member();
      for (const type of [
        'text/plain; charset=utf-8',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json5',
        '',
      ]) {
        if (call.endpoint.forms && type.includes('urlencoded')) continue;
        const { json } = requestFor(call, member.id);
        const answer = await server().call(call.endpoint.path, {
          method: call.endpoint.method,
          body: JSON.stringify(json),
          as: member,
          headers: { 'content-type': type },
        });
        expect([call.name, type, answer.status, answer.body.error?.code]).toEqual([
          call.name,
          type,
          415,
          'unsupported_type',
        ]);
      }
    }
  });

  test('C10 DB3: auth.logout takes a fetch of our own page only: no link, image, frame or prefetch', async () => {
    const member = await server().member();
    const kinds: Record<string, string>[] = [
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-purpose': 'prefetch' },
      { purpose: 'prefetch' },
    ];
    for (const headers of kinds)
      expect((await server().call('/api/logout.php', { as: member, headers })).status).toBe(403);
    expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ id: member.id });
  });

  test('C10: browsers without fetch metadata are checked by Origin or Referer', async () => {
    const own = `http://${siteAt(0).folder}.localhost`;
    for (const headers of [
      { ...none, origin: own },
      { ...none, referer: `${own}/nl/members` },
    ]) {
      const member = await server().member();
      expect((await server().call('/api/logout.php', { as: member, headers })).status).toBe(204);
    }
  });

  test('C11 SI37: fifty unknown hosts get 421, and forwarded ones count for nothing', async () => {
    const folder = siteAt(0).folder;
    const names = [
      'evil.test',
      'localhost.evil.test',
      `${folder}.localhost.evil.test`,
      `${folder}.evil.test`,
      `x.${folder}.localhost`,
      `${folder}`,
      `${folder}localhost`,
      '192.0.2.7',
      '[2001:db8::1]',
      'example',
      `www.${siteAt(0).siteSettings.domain}`,
      `${siteAt(0).siteSettings.domain}.evil.test`,
    ];
    const fifty = [...names, ...Array.from({ length: 50 - names.length }, (_, each) => `host-${each}.test`)];
    for (const host of fifty) {
      for (const path of ['/api/settings.php', '/', '/dev/mail']) {
        const answer = await server().call(path, { host });
        expect([host, path, answer.status, answer.body.error?.code]).toEqual([host, path, 421, 'unknown_host']);
      }
      const forged = await server().call('/api/settings.php', {
        headers: { 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-host': host },
      });
      expect(forged.body['settings']).toMatchObject({ niche: siteAt(0).id });
    }
  });

  test('C11: a header with another host than the address is refused', async () => {
    const answer = await server().call('/api/settings.php', { headers: { host: `${siteAt(1).folder}.localhost` } });
    expect(answer.status).toBe(421);
  });

  test('SI37: each niche answers on its folder name and on its domain, with any port and case', async () => {
    for (const site of sites) {
      for (const host of [
        `${site.folder}.localhost`,
        `${site.folder}.localhost:4321`,
        site.siteSettings.domain,
        site.siteSettings.domain.toUpperCase(),
        `${site.siteSettings.domain}:8443`,
      ]) {
        expect((await server().call('/api/settings.php', { host })).body['settings'], host).toMatchObject({
          niche: site.id,
        });
      }
    }
  });
});

eachEngine(
  'origin in production',
  (server) => {
    test('C11: outside development only the domains are known', async () => {
      expect((await server().call('/api/settings.php', { host: `${siteAt(0).folder}.localhost` })).status).toBe(421);
      expect((await server().call('/api/settings.php', { host: siteAt(0).siteSettings.domain })).status).toBe(200);
      expect((await server().call('/dev/mail', { host: siteAt(0).siteSettings.domain })).status).toBe(404);
    });

    test('C9: over HTTPS both cookies are Secure', async () => {
      const host = siteAt(0).siteSettings.domain;
      const member = await server().member();
      const answer = await server().call('/api/user.php', {
        host,
        json: { email: member.email, password: member.password },
      });
      expect(answer.status).toBe(200);
      for (const cookie of answer.cookies) expect(cookie).toMatch(/; SameSite=Lax; Secure/);
    });
  },
  {},
  { NODE_ENV: 'production', PUBLIC_ORIGIN: `https://${siteAt(0).siteSettings.domain}` },
);
