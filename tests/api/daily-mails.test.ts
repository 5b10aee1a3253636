// Mails that are due once a day or once a week, and those that the operator sends.
import { expect, test } from 'vitest';
import { startMailing } from '#server/mail/notifications/mailing';
import { fakeQueue } from '../support/fake-queue.ts';
import { sent, startChat } from '../support/chats.ts';
import { change, comeBack, like, pair, set, subjects, sweepDay } from '../support/notifications.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const HOUR = 3600;
const DAY = 24 * HOUR;
eachEngine('the day', (server) => {
  test('AC7: messages that wait a day are reminded of once a day at most, and each only once', async () => {
    const { me, other } = await pair(server());
    const conversation = await startChat(server(), other, me.id);
    await set(server(), me, 'weekly_updates', false);
    server().advance(DAY - 1);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(1);
    expect(subjects(await sweepDay(server(), me.email))).toEqual(['A short reminder']);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(DAY);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    await sent(server(), other, { conversation });
    server().advance(DAY);
    const [mail] = await sweepDay(server(), me.email);
    expect(mail?.text).toContain('2 unread messages');
    await set(server(), me, 'unread_message_reminders', false);
    await sent(server(), other, { conversation });
    server().advance(2 * DAY);
    expect(await sweepDay(server(), me.email)).toEqual([]);
  });

  test('AC7: a second message that has waited a day by then is not a second reminder on the same day', async () => {
    const { me, other } = await pair(server());
    // Half past midnight (UTC), so that the hours below are of one day.
    server().advance(DAY - ((server().now().getTime() / 1000) % DAY) + HOUR / 2);
    await set(server(), me, 'weekly_updates', false);
    await comeBack(server(), me);
    const conversation = await startChat(server(), other, me.id);
    server().advance(HOUR);
    const third = await server().member({ gender: 'male', credits: 5, paid_user: true });
    await startChat(server(), third, me.id);
    server().advance(DAY - HOUR);
    expect(await sweepDay(server(), me.email)).toHaveLength(1);
    server().advance(2 * HOUR);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    await sent(server(), other, { conversation });
    server().advance(DAY);
    expect(await sweepDay(server(), me.email)).toHaveLength(1);
  });

  test('AC7: who has been here within the day, or not for ninety, is not reminded', async () => {
    const { me, other } = await pair(server());
    await startChat(server(), other, me.id);
    await set(server(), me, 'weekly_updates', false);
    server().advance(DAY + HOUR);
    await comeBack(server(), me);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(90 * DAY);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(-1);
    expect(await sweepDay(server(), me.email)).toHaveLength(1);
  });

  test('AC7: the weekly update has real figures: matching new members of the region, likes, messages', async () => {
    const { me, other } = await pair(server());
    await change(server(), 'profile', me, { region: 'NL-UT' });
    server().advance(7 * DAY);
    const nearby = { gender: 'male', region: 'NL-UT' };
    for (const draft of [
      nearby,
      nearby,
      { ...nearby, region: 'NL-NH' },
      { ...nearby, fictional: true },
      { ...nearby, visible: false },
      { ...nearby, sexuality: 'gay' },
      { ...nearby, gender: 'female' },
      { ...nearby, profile_status: 'disabled' as const },
    ])
      await server().member(draft);
    await like(server(), other, me.id);
    await comeBack(server(), me);
    const [mail, ...more] = await sweepDay(server(), me.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your weekly update');
    expect(mail?.text).toContain('2 new members near you\n1 new like\n');
    expect(mail?.text).not.toContain('unread');
    server().advance(7 * DAY - HOUR - 1);
    expect(await sweepDay(server(), me.email)).toEqual([]);
    server().advance(1);
    // The new members are a week old now; the like is still new.
    expect((await sweepDay(server(), me.email))[0]?.text).toContain('\n1 new like\n');
  });

  test('AC7: with nothing new there is no weekly update', async () => {
    const { me } = await pair(server());
    await change(server(), 'profile', me, { region: 'NL-ZE' });
    server().advance(8 * DAY);
    await comeBack(server(), me);
    expect(await sweepDay(server(), me.email)).toEqual([]);
  });

  test('AC7: a profile without a photo or a text is reminded of once, after three days', async () => {
    const { me } = await pair(server());
    const [bare, silent] = [await server().member(), await server().member({ photos: [{}], about: '' })];
    server().advance(3 * DAY - 1);
    expect(await sweepDay(server(), bare.email)).toEqual([]);
    server().advance(1);
    const [mail] = await sweepDay(server(), bare.email);
    expect([mail?.subject, mail?.text.includes('/profile\n')]).toEqual(['One thing left to do', true]);
    // The same sweep mailed the other.
    expect(server().mails.filter(({ to }) => to === silent.email)).toHaveLength(1);
    expect(server().mails.filter(({ to }) => to === me.email)).toEqual([]);
    server().advance(DAY);
    expect(await sweepDay(server(), bare.email)).toEqual([]);
  });
});

eachEngine('mailings', (server) => {
  test('AC7: news goes to those who asked for it, in their language, once', async () => {
    server().holdClock();
    const made = async (language: string, wanted: boolean | null, extra: object = {}) => {
      const member = await server().member();
      await change(server(), 'account', member, { language, ...extra });
      if (wanted !== null) await set(server(), member, 'news', wanted);
      return member;
    };
    const [en, nl, fi] = [await made('en', true), await made('nl', true), await made('fi', true)];
    for (const wanted of [null, false]) await made('en', wanted);
    await made('en', true, { notifications_disabled: ['fbl'] });
    const post = fakeQueue();
    const texts = { en: 'There is a new search.\n\nTry it.', nl: 'Er is een nieuwe zoekfunctie.' };
    const counts = await server().database.inTenant(tenant, (db) =>
      startMailing(db, post.queue, { tenant, type: 'news', texts, now: server().now() }),
    );
    expect(Object.fromEntries(counts)).toEqual({ en: 1, nl: 1, fi: 1 });
    const services = { ...server().app.services, queue: post.queue, mailer: post.mailer };
    server().advance(1);
    await post.runJobs(services);
    expect(post.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [
        [en.email, 'What’s new'],
        [nl.email, 'Wat er nieuw is'],
      ].sort(),
    );
    expect(post.mails.find(({ to }) => to === en.email)?.text).toContain(texts.en);
    expect(post.mails.some(({ to }) => to === fi.email)).toBe(false);
    const again = fakeQueue();
    const { mailingJob } = await import('#server/mail/notifications/mailing');
    const [row] = await server().database.inTenant(tenant, (db) => db.selectFrom('mailing').select('id').execute());
    await mailingJob.start({ ...services, queue: again.queue }, { tenant, mailing: row?.id });
    await again.runJobs({ ...services, mailer: again.mailer });
    expect(again.mails).toEqual([]);
  });
});
