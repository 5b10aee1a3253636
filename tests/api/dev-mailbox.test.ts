// The development mailbox: what is written to it, shown at /dev/mail, and deleted from it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DELETION_DAYS } from '#domain/limits';
import { mailDeletion } from '#server/mail/mail-deletion';
import { mailFolder, openMailer } from '#server/mail/index';
import { openSms, smsFolder } from '#server/sms/index';
import { deleteDated } from '#server/storage/dated-files';
import { freshFolder } from '../support/processes.ts';
import { siteAt, startTestServer, usualDatabase } from '../support/server.ts';

test('F9: mail is written to the folder, and headers take no line breaks', async () => {
  const dataDir = freshFolder();
  const mailer = openMailer(null, dataDir, () => new Date());
  const mail = {
    from: { name: 'Site', address: 'help@example.test' },
    to: 'one@example.test',
    subject: 'Hello <b>',
    text: 'See https://example.test/x?y=1&z=2',
    html: '<p style="color:red">See <a href="https://example.test/x">it</a></p>',
  };
  await mailer.send(mail);
  await expect(mailer.send({ ...mail, subject: 'x\r\nBcc: all@example.test' })).rejects.toThrow();
  await expect(mailer.send({ ...mail, to: 'a@example.test, b@example.test' })).rejects.toThrow();
  const [file, ...more] = readdirSync(mailFolder(dataDir));
  expect(more).toEqual([]);
  expect(JSON.parse(readFileSync(join(mailFolder(dataDir), file ?? ''), 'utf8'))).toMatchObject(mail);
  const server = await startTestServer(await usualDatabase(), {}, { DATA_DIR: dataDir });
  const list = await server.call('/dev/mail');
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
  const link = /href="(\/dev\/mail\/[^"]+)"/.exec(list.text)?.[1] ?? '';
  const shown = await server.call(link);
  expect(shown.text).toContain('<h1>Hello &#60;b&#62;</h1>');
  // The text stands beside a frame with the HTML, in which nothing runs or loads.
  expect(shown.text).toContain('<pre>See <a href="https://example.test/x?y=1&#38;z=2">');
  const [frame = '', source] = /<iframe [^>]*src="([^"]+)"[^>]*>/.exec(shown.text) ?? [];
  expect([source, frame.includes(' sandbox="allow-popups"')]).toEqual([`${link}/html`, true]);
  const framed = await server.call(`${link}/html`);
  expect([framed.text, framed.headers.get('content-type')]).toEqual([mail.html, 'text/html; charset=utf-8']);
  expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
  expect((await server.call('/dev/mail/..%2f..%2fx')).status).toBe(404);
  await server.close();
});

test('E7: old mail is deleted, by several servers at once, and nothing else in the folder', async () => {
  const dataDir = freshFolder();
  const mail = {
    from: { name: 'Site', address: 'help@example.test' },
    to: 'one@example.test',
    subject: 'x',
    text: 'x',
  };
  const [old, until, young] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => new Date(day));
  for (const at of [...Array.from({ length: 200 }, () => old), young])
    await openMailer(null, dataDir, () => at ?? new Date()).send(mail);
  writeFileSync(join(mailFolder(dataDir), '20260101-notes.txt'), '');
  const clean = async (at: number): Promise<void> => {
    await setTimeout(at);
    await deleteDated(mailFolder(dataDir), until ?? new Date());
  };
  await Promise.all(Array.from({ length: 20 }, (_, at) => clean(at)));
  expect(readdirSync(mailFolder(dataDir)).toSorted()).toEqual([
    '20260101-notes.txt',
    expect.stringMatching(/^20260103.*\.json$/),
  ]);
});

test('E7 AC21: a text message goes with the account at the latest', async () => {
  const dataDir = freshFolder();
  const server = await startTestServer(await usualDatabase(), {}, { DATA_DIR: dataDir });
  server.holdClock();
  await openSms(server.config, server.now)?.send({ to: '+31612345678', text: 'Code 123456' });
  const stored = () => readdirSync(smsFolder(dataDir)).length;
  const clean = () => mailDeletion.run(server.app.services, { tenant: siteAt(0).id });
  server.advance(DELETION_DAYS * 86_400 - 1);
  await clean();
  expect(stored()).toBe(1);
  server.advance(1);
  await clean();
  expect(stored()).toBe(0);
  await server.close();
});
