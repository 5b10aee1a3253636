// A mail server that takes every mail and parses it, for tests of real conversations by SMTP.
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly to: readonly string[];
  readonly mail: ParsedMail;
}

export interface MailServer {
  /** What the setting SMTP_URL would be. */
  readonly url: string;
  /** The mails that arrived, oldest first. */
  readonly received: Received[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
