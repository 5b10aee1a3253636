// Mails about new messages and likes: who gets one, and when.
import { expect, onTestFinished, test, vi } from 'vitest';
import { notificationMail } from '#server/mail/notifications/notification-mail';
import { sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { comeBack, like, change, pair, set, subjects, sweepNews } from '../support/notifications.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
eachEngine('news', (server) => {
  test('AC7: a first message is mailed when its reader has been away for ten minutes, without its words', async () => {
    const { me, other } = await pair(server());
    await sent(server(), other, { profile: me.id, text: 'Do you like the sea' });
    server().advance(10 * MINUTE - 1);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    server().advance(1);
    const [mail, ...more] = await sweepNews(server(), me.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You have a new message');
    expect(mail?.from.name).toBe(siteAt(0).siteSettings.mail_name);
    expect(mail?.text).toContain('1 unread message\n');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).not.toContain('sea');
      expect(part).not.toContain(other.name);
      expect(part).not.toContain(me.name);
    }
  });

  test('AC7: messages that come while the member stays away are one mail, and an hour lies between two', async () => {
    const { me, other } = await pair(server());
    const conversation = await startChat(server(), me, other.id);
    await sent(server(), other, { conversation });
    await sent(server(), other, { conversation });
    server().advance(15 * MINUTE);
    const [mail] = await sweepNews(server(), me.email);
    expect([mail?.subject, mail?.text.includes('2 unread messages\n')]).toEqual(['You have new messages', true]);
    await sent(server(), other, { conversation });
    server().advance(2 * HOUR);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    // Back for a moment, away again: the next mail may come.
    await comeBack(server(), me);
    await sent(server(), other, { conversation });
    server().advance(11 * MINUTE);
    expect(subjects(await sweepNews(server(), me.email))).toEqual(['You have new messages']);
    await comeBack(server(), me);
    await sent(server(), other, { conversation });
    server().advance(HOUR - 1);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    await sent(server(), other, { conversation });
    server().advance(11 * MINUTE);
    expect(await sweepNews(server(), me.email)).toHaveLength(1);
  });

  test('AC7: nothing is mailed to a member who is here, or has read the message meanwhile', async () => {
    const { me, other } = await pair(server());
    const conversation = await startChat(server(), other, me.id);
    server().advance(11 * MINUTE);
    await comeBack(server(), me);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    const message = await sent(server(), other, { conversation });
    server().advance(11 * MINUTE);
    await server().call('/api/chat-read.php', { method: 'PUT', json: { conversation, seq: message.seq }, as: me });
    await change(server(), 'profile', me, { last_active: new Date(0) });
    expect(await sweepNews(server(), me.email)).toEqual([]);
  });

  test('AC7: a like is mailed once, not what was seen or taken back', async () => {
    const { me, other } = await pair(server());
    const third = await server().member({ gender: 'male' });
    await like(server(), other, me.id);
    await like(server(), third, me.id);
    await server().call('/api/like.php', { method: 'DELETE', json: { id: me.id }, as: third });
    server().advance(11 * MINUTE);
    const [mail] = await sweepNews(server(), me.email);
    expect([mail?.subject, mail?.text.includes('1 new like\n')]).toEqual(['Something new for you', true]);
    expect(mail?.text).not.toContain(other.name);
    expect(await sweepNews(server(), other.email)).toEqual([]);
    await comeBack(server(), me);
    server().advance(2 * HOUR);
    await like(server(), third, me.id);
    await server().call('/api/likes-seen.php', { json: {}, as: me });
    server().advance(11 * MINUTE);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    // What was not mailed does not delay what comes next.
    await like(server(), await server().member({ gender: 'male' }), me.id);
    server().advance(11 * MINUTE);
    expect(await sweepNews(server(), me.email)).toHaveLength(1);
  });

  test('AC7 D6: no mail against a choice, a stop, a block, or about a member who cannot be reached or is fictional', async () => {
    const cases: readonly ((me: MadeMember, other: MadeMember) => Promise<unknown>)[] = [
      async (me) => {
        for (const type of ['new_conversations', 'like']) await set(server(), me, type, false);
      },
      (me) => change(server(), 'account', me, { notifications_disabled: ['bounce'] }),
      (me) => change(server(), 'account', me, { status: 'pending_deletion' }),
      (me) => change(server(), 'profile', me, { status: 'disabled' }),
      (me, other) => block(server().database, siteAt(0), me.id, other.id),
      (me, other) => block(server().database, siteAt(0), other.id, me.id),
      (_, other) => change(server(), 'account', other, { status: 'suspended' }),
      (_, other) => change(server(), 'profile', other, { fictional: true }),
    ];
    for (const [n, prevent] of [null, ...cases].entries()) {
      const { me, other } = await pair(server());
      await startChat(server(), other, me.id);
      await like(server(), other, me.id);
      await prevent?.(me, other);
      server().advance(11 * MINUTE);
      expect([n, (await sweepNews(server(), me.email)).length]).toEqual([n, n === 0 ? 1 : 0]);
    }
  });

  test('AC7: a message and a like that are due together are one mail, which stops the messages by one click', async () => {
    const { me, other } = await pair(server());
    await startChat(server(), other, me.id);
    await like(server(), other, me.id);
    server().advance(11 * MINUTE);
    const [mail, ...more] = await sweepNews(server(), me.email);
    expect([mail?.subject, more]).toEqual(['You have a new message', []]);
    expect(mail?.text).toContain('1 unread message\n1 new like\n');
    // Without the messages the like is told alone.
    const { me: liked, other: liker } = await pair(server());
    await set(server(), liked, 'new_conversations', false);
    await startChat(server(), liker, liked.id);
    await like(server(), liker, liked.id);
    server().advance(11 * MINUTE);
    const [alone] = await sweepNews(server(), liked.email);
    expect([alone?.subject, alone?.text.includes('unread')]).toEqual(['Something new for you', false]);
  });

  test('AC7: what is due soon after a mail waits until an hour has passed, and is one mail', async () => {
    const { me, other } = await pair(server());
    const third = await server().member({ gender: 'male', credits: 20, paid_user: true });
    const mails = () => server().mails.filter(({ to }) => to === me.email);
    await like(server(), other, me.id);
    server().advance(11 * MINUTE);
    expect(await sweepNews(server(), me.email)).toHaveLength(1);
    await startChat(server(), third, me.id);
    server().advance(11 * MINUTE);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    await comeBack(server(), me);
    await like(server(), third, me.id);
    server().advance(40 * MINUTE);
    expect(await sweepNews(server(), me.email)).toEqual([]);
    server().advance(20 * MINUTE);
    await server().runJobs();
    await server().runJobs();
    expect(subjects(mails())).toEqual(['Something new for you', 'You have a new message']);
    expect(mails()[1]?.text).toContain('1 unread message\n');
  });

  test('AC7: a mail that was on its way when its process ended is told by the retry', async () => {
    const { me, other } = await pair(server());
    const { services } = server().app;
    const onTheWay = async () =>
      (
        await server().database.inTenant(tenant, (db) =>
          db.selectFrom('account').select('mails_sending').where('id', '=', me.id).executeTakeFirstOrThrow(),
        )
      ).mails_sending;
    const { send } = services.mailer;
    let seen: readonly string[] = [];
    const spy = vi.spyOn(services.mailer, 'send').mockImplementation(async (mail) => {
      if (mail.to === me.email) seen = await onTheWay();
      await send(mail);
    });
    onTestFinished(() => spy.mockRestore());
    await like(server(), other, me.id);
    server().advance(11 * MINUTE);
    expect(await sweepNews(server(), me.email)).toHaveLength(1);
    expect([seen, await onTheWay()]).toEqual([['like'], []]);
    // As the process that ended left them.
    await change(server(), 'account', me, { mails_sending: ['like'] });
    server().advance(HOUR);
    const before = server().mails.length;
    await notificationMail.start(services, { tenant, account: me.id, type: 'like', held: true });
    await server().runJobs();
    expect(
      subjects(
        server()
          .mails.slice(before)
          .filter(({ to }) => to === me.email),
      ),
    ).toEqual(['Something new for you']);
    expect(await onTheWay()).toEqual([]);
  });

  test('AC7: what changes between the sweep and the mail still counts', async () => {
    const { me, other } = await pair(server());
    await startChat(server(), other, me.id);
    server().advance(11 * MINUTE);
    const { eventSweep } = await import('#server/mail/notifications/sweep-events');
    await eventSweep.start(server().app.services, { tenant });
    await set(server(), me, 'new_conversations', false);
    const before = server().mails.length;
    await server().runJobs();
    expect(
      server()
        .mails.slice(before)
        .filter(({ to }) => to === me.email),
    ).toEqual([]);
  });

  test('AC7: the mail is in the member’s language', async () => {
    const { me, other } = await pair(server());
    await change(server(), 'account', me, { language: 'pl' });
    for (let n = 0; n < 3; n += 1) await sent(server(), other, { profile: me.id });
    server().advance(11 * MINUTE);
    const [mail] = await sweepNews(server(), me.email);
    expect(mail?.subject).toBe('Masz nową wiadomość');
    expect(mail?.text).toContain('3 nieprzeczytane wiadomości');
    expect(mail?.text).toContain('/pl/chats');
  });
});
