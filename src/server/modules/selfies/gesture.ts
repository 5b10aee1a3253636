// The gesture that a selfie is to show: another one for each member, and after some minutes.
import { createHmac } from 'node:crypto';
import { type Gesture, gestures } from '#contract/selfies';
import { MINUTE_MS } from '#domain/durations';
import { SELFIE } from '#domain/limits';
import { readServerSecret } from '../../auth/server-secret.ts';
import type { Db } from '../../db/index.ts';

interface Asked {
  readonly tenant: number;
  readonly account: string;
  readonly now: Date;
}

const PERIOD_MS = SELFIE.gestureMinutes * MINUTE_MS;

/** Nothing of it is stored: one who asks again is shown the same. */
export async function drawGesture(db: Db, asked: Asked): Promise<Gesture> {
  return drawn(await readServerSecret(db, 'selfie'), asked, 0);
}

/** Whether it is the one of now or was the one before, so that there is a whole period for it at least. */
export async function isDrawn(db: Db, asked: Asked, gesture: Gesture): Promise<boolean> {
  const secret = await readServerSecret(db, 'selfie');
  return [0, 1].some((ago) => drawn(secret, asked, ago) === gesture);
}

function drawn(secret: Buffer, { tenant, account, now }: Asked, ago: number): Gesture {
  const period = Math.floor(now.getTime() / PERIOD_MS) - ago;
  const digest = createHmac('sha256', secret).update(`${tenant} ${account} ${period}`).digest();
  const [first] = gestures;
  return gestures[digest.readUInt32BE() % gestures.length] ?? first;
}
