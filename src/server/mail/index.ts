// Sends mail by SMTP, or stores it in a folder for the development mailbox.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Clock } from '../context.ts';
import { datedName } from '../storage/dated-files.ts';

const line = z.string().check(z.regex(/^[^\r\n\0]*$/));

/** A file that goes with a mail, in base64. */
const Attachment = z.strictObject({
  filename: z.string().check(z.regex(/^[\w.-]+$/)),
  contentType: z.string().check(z.regex(/^[a-z]+\/[a-z-]+$/)),
  content: z.string(),
  encoding: z.literal('base64'),
});
export type Attachment = z.infer<typeof Attachment>;

/** One mail to one recipient. Line breaks in headers are refused, so that a name cannot add recipients. */
export const Mail = z.strictObject({
  from: z.strictObject({ name: line, address: z.email() }),
  // What signup accepts; the default pattern refuses some characters before the @.
  to: z.email({ pattern: z.regexes.html5Email }),
  subject: line,
  text: z.string(),
  html: z.optional(z.string()),
  attachments: z.optional(z.array(Attachment)),
  /** Who answers instead of the sender. */
  replyTo: z.optional(z.email({ pattern: z.regexes.html5Email })),
  /** The one-click address that ends this type of mail (RFC 8058). */
  unsubscribe: z.optional(z.url().check(z.regex(/^[\x21-\x7e]+$/))),
});
export type Mail = z.infer<typeof Mail>;
export type StoredMail = Mail & { readonly id: string; readonly at: string };

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Timeouts of the mail server in milliseconds; the job retries. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

export function openMailer(smtpUrl: string | null, dataDir: string, now: Clock): Mailer {
  if (smtpUrl === null) return { send: async (mail) => storeMail(mailFolder(dataDir), Mail.parse(mail), now()) };
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS_MS });
  return {
    send: async (mail) => void (await transport.sendMail(messageOf(Mail.parse(mail))).catch(throwWithoutRecipient)),
  };
}

/** The message with its headers. No program answers it by itself, such as with a holiday notice. */
const messageOf = ({ unsubscribe, replyTo, ...mail }: Mail) => ({
  ...mail,
  ...(replyTo ? { replyTo } : {}),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe
      ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  },
});

/** A mail server's message contains the recipient, and errors are logged: only its codes are kept. */
function throwWithoutRecipient(error: unknown): never {
  const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number };
  throw new Error(`The mail server did not take a mail: ${code} ${responseCode}`.trim());
}

async function storeMail(folder: string, mail: Mail, at: Date): Promise<void> {
  await mkdir(folder, { recursive: true });
  const id = datedName(at);
  await writeFile(join(folder, `${id}.json`), JSON.stringify({ ...mail, id, at: at.toISOString() }, null, 2));
}

/** The stored mails, newest first, at most 200. */
export async function listMail(dataDir: string): Promise<StoredMail[]> {
  const names = await readdir(mailFolder(dataDir)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, 200);
  return Promise.all(
    newest.map(async (name) => JSON.parse(await readFile(join(mailFolder(dataDir), name), 'utf8')) as StoredMail),
  );
}
