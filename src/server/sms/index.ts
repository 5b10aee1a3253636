// Sends text messages over a service, or stores them in a folder for the development mailbox.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '../config/index.ts';
import type { Clock } from '../context.ts';
import { datedName } from '../storage/dated-files.ts';

/** One message; `to` is a number as E.164. */
export const Sms = z.strictObject({
  to: z.string().check(z.regex(/^\+[1-9]\d{5,14}$/)),
  text: z.string().check(z.minLength(1), z.maxLength(300)),
});
export type Sms = z.infer<typeof Sms>;
export type StoredSms = Sms & { readonly at: string };

export interface SmsSender {
  send(sms: Sms): Promise<void>;
}

const TIMEOUT_MS = 10_000;
export const smsFolder = (dataDir: string): string => join(dataDir, 'sms');

/** Null in production without a service. */
export function openSms({ smsUrl, mode, dataDir }: Config, now: Clock): SmsSender | null {
  if (smsUrl !== null) return { send: async (sms) => post(smsUrl, Sms.parse(sms)) };
  return mode === 'production' ? null : { send: async (sms) => storeSms(smsFolder(dataDir), Sms.parse(sms), now()) };
}

/** Errors are logged, so they contain neither address nor number. */
async function post(address: string, sms: Sms): Promise<void> {
  const { username, password, origin, pathname, search } = new URL(address);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const status = await fetch(origin + pathname + search, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(username ? { authorization: `Basic ${login}` } : {}) },
    body: JSON.stringify(sms),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => null,
  );
  if (status === null || status >= 300)
    throw new Error(`The SMS service did not take a message: ${status ?? 'no answer'}`);
}

async function storeSms(folder: string, sms: Sms, at: Date): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${datedName(at)}.json`), JSON.stringify({ ...sms, at: at.toISOString() }, null, 2));
}

/** The stored messages, newest first, at most 100. */
export async function listSms(dataDir: string): Promise<StoredSms[]> {
  const names = await readdir(smsFolder(dataDir)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, 100);
  return Promise.all(
    newest.map(async (name) => JSON.parse(await readFile(join(smsFolder(dataDir), name), 'utf8')) as StoredSms),
  );
}
