// Takes an upload whose file is claimed: its bytes by their kind, then what is stored of them, then what it is for.
import { createHash } from 'node:crypto';
import type { BaseCtx, Ctx, SerializedAnswer } from '../context.ts';
import type { FileTable } from '../db/stored-files.ts';
import { limitKey } from '../http/client-address.ts';
import type { Services } from '../services.ts';
import { StorageUnavailable } from '../storage/file-store.ts';
import type { FairTurns } from './fair-turns.ts';
import { type Claim, claimFile, countClaims, dropClaim, giveUpClaim, renewClaim } from './stray-photos.ts';

/** Uploads of a member at the same time. */
const MOST_AT_ONCE = 2;
/** Milliseconds after which an upload that goes on says so: less than those after which it counts as given up. */
const RENEW_MS = 15_000;

export interface UploadCtx<Code extends string = string> extends BaseCtx<Code> {
  upload(): AsyncIterable<Uint8Array>;
  prepare<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

interface Upload<Made> {
  readonly services: Services;
  readonly ctx: UploadCtx;
  /** Its place, claimed before the first byte is read; the upload loses it when it does not renew it. */
  claim: Claim;
  /** So many bytes tell the kind. */
  readonly kindBytes: number;
  /** Why what begins with these bytes is not taken; null when it may be. */
  readonly refusal: (start: Uint8Array) => Error | null;
  readonly turns: FairTurns;
  /** What is made of the bytes, in its turn. Its errors are refusals, or faults of the server. */
  readonly make: (bytes: Uint8Array) => Promise<Made>;
  readonly write: (file: string, made: Made) => Promise<void>;
  /** Gives the files to what they are for; files that stay claimed are deleted. */
  readonly finish: (claim: Claim, made: Made) => Promise<SerializedAnswer>;
}

/**
 * Claims the place of an upload before its first byte is written, so that a server that stops leaves nothing behind. Of uploads
 * with the same `name` one makes the picture. `refuse` may refuse, knowing how many others of the uploader are under way for the
 * same `table`. The account is locked.
 */
export async function claimUpload(
  ctx: Ctx,
  { name, uploader, table }: { readonly name: string; readonly uploader: string; readonly table: FileTable },
  refuse: (underWay: number) => Promise<void> = () => Promise.resolve(),
): Promise<Claim> {
  const { db, tenant } = ctx;
  const file = createHash('sha256').update(name).digest('hex').slice(0, 32);
  const claim = { tenant, file, uploader, table, at: ctx.now() };
  const underWay = await countClaims(db, claim);
  await refuse(underWay.sameTable);
  if (underWay.all >= MOST_AT_ONCE) throw ctx.refuse('too_many_requests', { retryAfter: 5 });
  if (!(await claimFile(db, claim))) throw ctx.refuse('in_progress', { retryAfter: 2 });
  return claim;
}

export async function takeUpload<Made>(upload: Upload<Made>): Promise<SerializedAnswer> {
  const running = { ...upload };
  const { services, ctx } = running;
  const { places } = services.photos;
  const address = limitKey(ctx.ip);
  const hasPlace = places.enter(address);
  try {
    if (!hasPlace) throw ctx.refuse('too_many_requests', { retryAfter: 5 });
    const made = await makeInTurn(running, await receive(running));
    // After its turn: a store that is slow to answer keeps no other upload waiting.
    await running.write(running.claim.file, made);
    return await running.finish(running.claim, made);
  } catch (error) {
    if (error instanceof StorageUnavailable) await giveUpClaim(services, running.claim);
    throw error;
  } finally {
    if (hasPlace) places.leave(address);
    // Of files that were taken nothing is claimed any longer.
    await dropClaim(services, running.claim);
  }
}

async function makeInTurn<Made>(running: Upload<Made>, bytes: Uint8Array): Promise<Made> {
  const { turns, services } = running;
  const stopRenewing = keepRenewing(running);
  try {
    const { tenant, uploader } = running.claim;
    return await turns.run(`${tenant}|${uploader}`, async () => {
      await stopRenewing();
      await renew(running, false);
      return running.make(bytes);
    });
  } finally {
    services.photos.release(bytes.byteLength);
  }
}

type Renewing = Pick<Upload<unknown>, 'ctx' | 'claim'>;

/** Renews the claim while its turn is waited for. One that is lost is noticed when the turn has come. */
function keepRenewing(running: Renewing): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(() => renew(running, true)).catch(() => undefined);
  }, RENEW_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}

/** Asks again who calls, and whether the place is still this upload's. */
async function renew(running: Renewing, arriving: boolean): Promise<void> {
  running.claim = await running.ctx.prepare(async (own) => {
    own.member();
    const claim = await renewClaim(own.db, running.claim, own.now(), arriving);
    if (!claim) throw own.refuse('in_progress', { retryAfter: 2 });
    return claim;
  });
}

/** The whole body. One of a wrong kind is still read to its end, since browsers do not see an answer before. */
async function receive<Made>(running: Upload<Made>): Promise<Uint8Array> {
  const { ctx, services, kindBytes } = running;
  const { photos } = services;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Undefined until enough has come.
  let refusal: Error | null | undefined;
  try {
    for await (const chunk of ctx.upload()) {
      if (ctx.now().getTime() - running.claim.at.getTime() > RENEW_MS) await renew(running, true);
      if (refusal) continue;
      if (!photos.hold(chunk.byteLength)) throw ctx.refuse('unavailable', { retryAfter: 5 });
      size += chunk.byteLength;
      chunks.push(chunk);
      if (refusal === undefined && size >= kindBytes) refusal = running.refusal(Buffer.concat(chunks, size));
    }
    const bytes = Buffer.concat(chunks, size);
    refusal ??= refusal === undefined ? running.refusal(bytes) : null;
    if (refusal) throw refusal;
    return bytes;
  } catch (error) {
    photos.release(size);
    throw error;
  }
}
