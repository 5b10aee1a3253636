// Types an operator's command line against a test server.
import { type AnyOrder, readAnyOrder } from '#scripts/operator/any-order';
import { carryOut } from '#scripts/operator/carry-out';
import { carryOutFictional } from '#scripts/operator/fictional';
import { carryOutGuard } from '#scripts/operator/guard';
import { carryOutSelfie } from '#scripts/operator/selfie';
import { command } from '#scripts/operator/orders';
import { parseArguments } from '#scripts/arguments';
import { sites, type TestServer } from './server.ts';

/** Words in quotation marks are one. */
export function typedOrder(line: string): AnyOrder {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const given = parseArguments(command, words);
  if (!given) throw new Error('Help was asked for.');
  return readAnyOrder(given);
}

export async function operate({ database, app, now }: TestServer, line: string): Promise<string[]> {
  const order = typedOrder(line);
  if (order.kind === 'staff' || order.kind === 'desk' || order.kind === 'preview' || order.kind === 'jobs')
    throw new Error(`${line} is carried out elsewhere.`);
  const given = { database, queue: app.services.queue, sites, photos: app.services.photos, now: now() };
  if (order.kind === 'guard') return carryOutGuard(given, order);
  if (order.kind === 'selfie') return carryOutSelfie(given, order);
  return order.kind === 'fictional' ? carryOutFictional(given, order) : carryOut(given, order);
}

/** The token of the appeal link in a mail's text. */
export const appealTokenIn = (text = ''): string => /\/appeal\?token=([\w-]+)/.exec(text)?.[1] ?? '';
