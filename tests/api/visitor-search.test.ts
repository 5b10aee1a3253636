// The search of visitors without a login: where the site permits it, the members it finds, and the fields it shows.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { members } from '#contract/members';
import { ageOn } from '#domain/age';
import { SEARCH } from '#domain/limits';
import { freshIp } from '../support/joining.ts';
import { withoutTimeout } from '../support/large-tables.ts';
import type { MadeMember, MemberDraft } from '../support/members.ts';
import { eachEngine, siteAt, sites, type CallAnswer, type CallOptions } from '../support/server.ts';

const policies = [
  { logged_out_search: 'other', logged_out_search_trafficsource: 'none' },
  { logged_out_search: 'none', logged_out_search_trafficsource: 'other' },
  { logged_out_search: 'none', logged_out_search_trafficsource: 'none' },
] as const;
const [forOthers, forSourced, closed] = [siteAt(0), siteAt(1), siteAt(2)];
const parts = {
  sites: sites.map((site, at) => ({ ...site, siteSettings: { ...site.siteSettings, ...policies[at] } })),
};

eachEngine(
  'visitor search',
  (server) => {
    const search = (query = '', options: CallOptions = {}): Promise<CallAnswer> =>
      server().call('/api/members.php', { query, ip: freshIp(), ...options });
    const cardsOf = ({ body }: CallAnswer) => body['profiles'] as { id: string; [field: string]: unknown }[];
    const idsOf = (answer: CallAnswer): string[] => cardsOf(answer).map(({ id }) => id);
    /** Every test searches in a country of its own. */
    let countries = 0;
    const freshCountry = (): string => `X${String.fromCharCode(65 + (countries += 1))}`;
    const made = (country: string, draft: MemberDraft = {}): Promise<MadeMember> =>
      server().member({ country, fictional: true, ...draft });
    const said = ({ status, body }: CallAnswer) => [status, body.error?.code];
    const refused = [403, 'authentication_required'];

    test('ME11: members.search answers visitors where the site permits it, and elsewhere requires a session', async () => {
      expect((await search('', { site: forOthers })).status).toBe(200);
      expect(said(await search('', { site: forSourced }))).toEqual(refused);
      expect(said(await search('', { site: closed }))).toEqual(refused);
      const dead = { cookie: `auth.session=${'A'.repeat(43)}` };
      expect((await search('', { site: forOthers, as: dead })).status).toBe(200);
      expect(said(await search('', { site: closed, as: dead }))).toEqual(refused);
      // Access is checked before the input.
      expect(said(await search('gender=nobody', { site: closed }))).toEqual(refused);
      expect((await search('gender=nobody', { site: forOthers })).status).toBe(422);
    });

    test('ME12: a traffic source puts its visitor under the other setting; one that is too long is ignored', async () => {
      for (const source of ['network=net', 'ref=partner', 'network=net&ref=partner']) {
        expect((await search(source, { site: forSourced })).status, source).toBe(200);
        expect(said(await search(source, { site: forOthers }))).toEqual(refused);
        expect(said(await search(source, { site: closed }))).toEqual(refused);
      }
      const endless = `network=${'n'.repeat(201)}`;
      expect((await search(endless, { site: forOthers })).status).toBe(200);
      expect(said(await search(endless, { site: forSourced }))).toEqual(refused);
      expect((await search('aff_sub=%ff', { site: forOthers })).status).toBe(200);
    });

    test('ME11 SA1: a real member is found only after opting in; hidden, disabled and foreign ones never', async () => {
      const home = freshCountry();
      const open = { show_to_visitors: true };
      const written = await made(home);
      const chosen = await made(home, { fictional: false, ...open });
      await made(home, { fictional: false });
      await made(home, { ...open, visible: false });
      await made(home, { ...open, profile_status: 'disabled' });
      await server().member({ country: home, fictional: true }, forSourced);
      const answer = await search(`country=${home}`);
      expect(idsOf(answer).sort()).toEqual([written.id, chosen.id].sort());
      expect(answer.body).toMatchObject({ numResults: 2, page: 1, next: null });
      const real = await search(`country=${home}&real=1`);
      expect([idsOf(real), real.body['numResults']]).toEqual([[chosen.id], 1]);
    });

    test('ME11 E6: a card shows no more than a preview: no gender, region, activity or private pictures', async () => {
      const home = freshCountry();
      const about = 'Soup and long walks. '.repeat(20);
      const last_active = new Date('2020-02-02T02:02:02Z');
      const draft = { about, region: `${home}-X1`, birth_date: '1990-06-15', last_active };
      const one = await made(home, { ...draft, photos: [{}, { private: true }] });
      const answer = await search(`country=${home}`);
      const preview = await server().call('/api/visitor-members.php', { query: `id=${one.id}`, ip: freshIp() });
      const [{ photo, ...shown } = { photo: '' }] = preview.body['profiles'] as { photo: string }[];
      expect(cardsOf(answer)).toEqual([
        {
          ...shown,
          age: ageOn('1990-06-15', server().now().toISOString().slice(0, 10)),
          gender: 'other',
          region: null,
          activity: 'other',
          verified: false,
          main_image: {
            filename: `${photo}-640.webp`,
            thumb_filename: `${photo}-320.webp`,
            ai: false,
            status: 'active',
            match: `photos/${photo}-640.webp`,
          },
        },
      ]);
      expect(answer.text).not.toMatch(/1990-06|2020-02|-X1|email|sexuality|birth_date|last_active/);
      expect(answer.text).not.toContain(one.photos[1]?.token);
      const hidden = freshCountry();
      await made(hidden, { photos: [{ status: 'pending' }] });
      expect(cardsOf(await search(`country=${hidden}`))).toMatchObject([{ main_image: null }]);
    });

    test('ME11 ME3: gender, country, region and ages filter; mutual matching has no effect', async () => {
      const home = freshCountry();
      const woman = await made(home, { gender: 'female', region: `${home}-X1`, birth_date: '1950-05-05' });
      const man = await made(home, {
        gender: 'male',
        sexuality: 'gay',
        region: `${home}-X2`,
        birth_date: '1990-06-15',
      });
      const found = async (query: string) => idsOf(await search(`country=${home}&${query}`)).sort();
      expect(await found('')).toEqual([woman.id, man.id].sort());
      expect(await found('two_way=1')).toEqual([woman.id, man.id].sort());
      expect(await found('gender=female')).toEqual([woman.id]);
      expect(await found(`countryregion=${home}-X2`)).toEqual([man.id]);
      expect(await found('min_age=60')).toEqual([woman.id]);
      expect(await found('max_age=60')).toEqual([man.id]);
      expect(await found('min_age=99&max_age=60')).toEqual([woman.id]);
    });

    test('ME11 ME3: a visitor finds members of all countries, where no region counts', async () => {
      const [home, away] = [freshCountry(), freshCountry()];
      // Ages that no other test has.
      const [ages, birth_date] = ['min_age=90&max_age=99', '1932-02-02'];
      const all = [await made(home, { birth_date, region: `${home}-X1` }), await made(away, { birth_date })];
      await made(away, { birth_date, fictional: false });
      for (const query of [`country=any&${ages}`, `country=any&countryregion=${home}-X1&${ages}`]) {
        const answer = await search(query);
        expect(idsOf(answer)).toEqual(all.map(({ id }) => id).toSorted());
        expect(answer.body['numResults']).toBe(2);
      }
    });

    test('ME11: without a country it is the visitor’s own where the site serves it, else the site’s first', async () => {
      const [first = '', second = ''] = forOthers.siteSettings.countries;
      const [there, away] = [await made(first), await made(second)];
      // An address missing in the table of countries, and one of the second country.
      expect(idsOf(await search('', { ip: '192.0.2.7' }))).toEqual([there.id]);
      expect(second).toBe('BE');
      expect(idsOf(await search('', { ip: '81.240.0.1' }))).toEqual([away.id]);
    });

    test('ME11 ME6: pages by number and by cursor show each member once, and order and cursors disclose nothing', async () => {
      const home = freshCountry();
      const all: string[] = [];
      for (let each = 0; each < 27; each += 1)
        all.push((await made(home, { last_active: new Date(Date.UTC(2024, 0, 1 + each)) })).id);
      const pages = [await search(`country=${home}`), await search(`country=${home}&page=2`)];
      const next = String(pages[0]?.body['next']);
      const byCursor = await search(`country=${home}&page=2&cursor=${next}`);
      expect(pages.map(({ body }) => [body['numResults'], body['page']])).toEqual([
        [27, 1],
        [27, 2],
      ]);
      expect(pages.flatMap(idsOf)).toEqual(all.toSorted());
      expect(next).toBe(all.toSorted()[23]);
      expect(idsOf(byCursor)).toEqual(pages.slice(1).flatMap(idsOf));
      expect(byCursor.body['next']).toBe(null);
      for (const query of ['page=3', 'cursor=nonsense', 'cursor='])
        expect(said(await search(`country=${home}&${query}`)), query).toEqual([410, 'page_gone']);
    });

    test('ME11 ME6: exactly a full page is the last one, and a sort has no effect', async () => {
      const home = freshCountry();
      const all: string[] = [];
      for (let each = 0; each < 24; each += 1)
        all.push((await made(home, { joined_at: new Date(Date.UTC(2024, 0, 1 + each)) })).id);
      for (const query of ['', '&sort=newest', '&sort=activity']) {
        const answer = await search(`country=${home}${query}`);
        expect([idsOf(answer), answer.body['next']]).toEqual([all.toSorted(), null]);
      }
    });

    test('ME11 ME7: a search that few fit looks at 20,000 previews at once, says so, and its next page goes on behind them', async () => {
      const { id: tenant } = forOthers;
      const home = freshCountry();
      const crowd = SEARCH.examined + 60;
      const young = [5, SEARCH.examined, SEARCH.examined + 1, crowd];
      const id = sql.raw(`('71000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`);
      for (const statement of [
        sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
          select ${sql.lit(tenant)}, ${id}, 'v' || n, 'v' || n, '', 'active', 'en' from generate_series(1, ${sql.lit(crowd)}) n`,
        sql`analyze account`,
        sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country, fictional)
          select ${sql.lit(tenant)}, ${id}, 'One of many', 'female', 'bi', case when n in (${sql.join(young)}) then date '1990-01-01' else '1950-01-01' end,
            ${sql.lit(home)}, true from generate_series(1, ${sql.lit(crowd)}) n`,
      ])
        await withoutTimeout(server().database, statement);
      const query = `country=${home}&max_age=50`;
      const named = young.map((n) => `71000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
      const first = await search(query);
      expect([idsOf(first), first.body['next']]).toEqual([named.slice(0, 2), named[1]]);
      expect(first.body).toMatchObject({ numResults: 2, at_least: true });
      const second = await search(`${query}&page=2&cursor=${String(first.body['next'])}`);
      expect([idsOf(second), second.body['next']]).toEqual([named.slice(2), null]);
      expect(said(await search(`${query}&page=2`))).toEqual([410, 'page_gone']);
    });

    test('ME11 ME12: a member searches as usual, also where visitors may and with any address', async () => {
      const home = freshCountry();
      const viewer = await server().member({ gender: 'male', country: home });
      const real = await server().member({ gender: 'female', country: home });
      for (const query of ['', 'network=net&ref=x']) {
        const answer = await search(query, { as: viewer });
        expect(cardsOf(answer)).toMatchObject([{ id: real.id, gender: 'female', activity: 'today' }]);
      }
    });
  },
  parts,
);

eachEngine(
  'visitor search, limited',
  (server) => {
    test('ME11: one visitor makes at most thirty calls a minute; a member more', async () => {
      expect(members.search.visitorLimit).toBe(30);
      server().holdClock();
      const statuses = async (times: number, options: CallOptions) => {
        const all = [];
        for (let each = 0; each < times; each += 1) all.push((await server().call('/api/members.php', options)).status);
        return all;
      };
      const tries = await statuses(31, { ip: freshIp() });
      expect([tries.slice(0, 30).every((status) => status === 200), tries[30]]).toEqual([true, 429]);
      const as = await server().member();
      expect(new Set(await statuses(31, { ip: freshIp(), as }))).toEqual(new Set([200]));
    });
  },
  parts,
  { RATE_LIMITS: '1' },
);
