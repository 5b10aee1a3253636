// Complaints: stored and mailed once, with a receipt, from members and visitors; a form sent twice is one complaint.
import { expect, test } from 'vitest';
import { complaintReceipt } from '#server/mail/complaint';
import { freshIp } from '../support/joining.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('complaints', (server) => {
  const complain = (json: Record<string, string>, options = {}) =>
    server().call('/api/complaint.php', { json, ip: freshIp(), ...options });
  const stored = (text: string) =>
    server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('complaint').selectAll().where('text', '=', text).execute(),
    );
  const mailsAbout = (text: string) => server().mails.filter((mail) => mail.text.includes(text));

  test('SA3: account.complain stores a complaint, tells customer service and sends a receipt', async () => {
    const text = `The bill is wrong ${crypto.randomUUID()}`;
    const email = `${crypto.randomUUID()}@example.test`;
    expect((await complain({ email, subject: 'payment', text })).body).toEqual({ received: true });
    await server().runJobs();
    expect((await stored(text))[0]).toMatchObject({ email, subject: 'payment', account: null });
    const { support_email: to } = siteAt(0).siteSettings;
    expect(mailsAbout(text)).toEqual([expect.objectContaining({ to, replyTo: email })]);
    expect(mailsAbout(text)[0]?.text).toContain('\nMember: –\n');
    expect(server().mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('SA3: the same words of two members are two complaints, twice of one member they are one', async () => {
    const text = `The same words ${crypto.randomUUID()}`;
    const [one, two] = [await server().member(), await server().member()];
    for (const as of [one, two, one]) await complain({ email: '', subject: 'else', text }, { as });
    expect((await stored(text)).map(({ account }) => account).sort()).toEqual([one.id, two.id].sort());
    await server().runJobs();
    // Neither gave an address to answer to, and customer service finds both by their ids.
    const mails = mailsAbout(text);
    expect(mails.map((mail) => /^Member: (.*)$/m.exec(mail.text)?.[1]).sort()).toEqual([one.id, two.id].sort());
    expect(mails.map(({ replyTo }) => replyTo)).toEqual([undefined, undefined]);
  });

  test('SA3: a receipt that cannot be sent is retried without another mail to customer service', async () => {
    const text = `Retried ${crypto.randomUUID()}`;
    const email = `${crypto.randomUUID()}@example.test`;
    await complain({ email, subject: 'else', text });
    await server().runJobs();
    const [row] = await stored(text);
    const job = { tenant: siteAt(0).id, complaint: row?.id ?? '' };
    for (let time = 0; time < 2; time += 1) await complaintReceipt.start(server().app.services, job);
    expect(mailsAbout(text)).toHaveLength(1);
    expect(server().mails.filter(({ to }) => to === email)).toHaveLength(3);
  });

  test('SA3: the receipt is in the language of the form’s page, else of the visitor', async () => {
    const headers = { cookie: 'locale=nl' };
    const said = [
      ['de', 'de'],
      ['xx', 'nl'],
      [undefined, 'nl'],
    ] as const;
    for (const [language, wanted] of said) {
      const text = `In a language ${crypto.randomUUID()}`;
      const email = `${crypto.randomUUID()}@example.test`;
      await complain({ email, subject: 'else', text, ...(language ? { language } : {}) }, { headers });
      await server().runJobs();
      expect((await stored(text))[0]?.language).toBe(wanted);
      const receipt = server().mails.find(({ to }) => to === email);
      expect(receipt?.subject).toBe(siteAt(0).texts(wanted)['mail']?.['complaint_receipt_subject']);
    }
  });

  test('SA3: a line break of a form counts as one character, as in the browser', async () => {
    const text = `${'a line\n'.repeat(700)}${crypto.randomUUID()}`;
    const answer = await server().call('/api/complaint.php', {
      method: 'POST',
      body: new URLSearchParams({ email: '', subject: 'else', text: text.replaceAll('\n', '\r\n') }).toString(),
      ip: freshIp(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': null },
    });
    expect(answer.status).toBe(303);
    expect(await stored(text)).toHaveLength(1);
  });

  test('a native form sent twice is one complaint and leads to the confirmation page', async () => {
    const text = `Sent twice ${crypto.randomUUID()}`;
    const body = new URLSearchParams({
      email: '',
      subject: 'else',
      text,
      return_to: '/nl/complaints#sent',
    }).toString();
    const origin = `http://${siteAt(0).folder}.localhost`;
    const post = () =>
      server().call('/api/complaint.php', {
        method: 'POST',
        body,
        ip: freshIp(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-mode': 'navigate',
          'idempotency-key': null,
          referer: `${origin}/nl/complaints`,
        },
      });
    const answers = await Promise.all([post(), post()]);
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, '/nl/complaints#sent'],
      [303, '/nl/complaints#sent'],
    ]);
    await server().runJobs();
    expect(await stored(text)).toHaveLength(1);
    expect(mailsAbout(text)).toHaveLength(1);
  });

  test('account.complain refuses a blank text and piled-up marks', async () => {
    for (const [text, code] of [
      ['\u3164\u2800', 'required'],
      [`a${'\u0301'.repeat(9)}`, 'too_many_marks'],
    ] as const) {
      const { status, body } = await complain({ email: '', subject: 'else', text });
      expect([status, body.error]).toMatchObject([422, { code: 'invalid', fields: { text: code } }]);
    }
  });

  test('an invalid address is reported at its field, and an unconfirmed mailbox gets at most one receipt a day', async () => {
    const refused = await complain({ email: 'nobody', subject: 'else', text: 'x' });
    expect([refused.status, refused.body]).toMatchObject([422, { error: { fields: { email: 'email_invalid' } } }]);
    const email = `${crypto.randomUUID()}@example.test`;
    for (const n of [1, 2, 3, 4, 5]) {
      await complain({ email, subject: 'else', text: `Complaint ${n} of ${email}` });
      server().advance(1);
    }
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === email)).toHaveLength(1);
  });
});
