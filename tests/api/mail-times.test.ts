// Times in mails are those of the clock where the reader lives, as the country writes them.
import { expect, test } from 'vitest';
import { eachEngine } from '../support/server.ts';

eachEngine('times in mails', (server) => {
  test.each([
    ['NL', 'NL-UT', 'en-GB', 'Europe/Amsterdam', /^ CES?T/],
    ['FI', null, 'en-GB', 'Europe/Helsinki', /^ EES?T|^ GMT\+[23]/],
    ['US', null, 'en-US', 'America/New_York', /^ E[DS]T/],
    ['US', 'US-CA', 'en-US', 'America/Los_Angeles', /^ P[DS]T/],
  ])('AC16 SI7: the mail of a deletion in %s, region %s, has them', async (country, region, tag, timeZone, zone) => {
    const member = await server().member({ country, region });
    const { body } = await server().call('/api/account.php', {
      ...{ method: 'DELETE', as: member },
      json: { password: member.password, reason: 'found_someone', remarks: '' },
    });
    await server().runJobs();
    const { text = '' } = server().mails.findLast(({ to }) => to === member.email) ?? {};
    const until = new Date(String(body['until']));
    const moment = new Intl.DateTimeFormat(tag, { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(until);
    const [, rest = 'not there'] = text.split(`on ${moment}`);
    expect(rest).toMatch(zone);
  });
});
