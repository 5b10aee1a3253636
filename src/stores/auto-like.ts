// The like that is shown by itself some seconds after a page was opened (requirements LI12 to LI14, decisions B4).
import { likes } from '#contract/likes';
import { AUTO_LIKE } from '#domain/limits';
import { client } from '#lib/api';
import { after } from '#lib/clock';
import { whenFree } from './dialog-queue.ts';
import { loadLikes } from './likes.ts';
import { $newLike, closeNewLike } from './match.ts';
import { rememberCard } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { isSessionOver } from './session.ts';

const api = client({ auto: likes.auto });

let cancel = (): void => undefined;
onSessionEnd(() => {
  cancel();
  closeNewLike();
});

/** `seconds` as it stands in an address; anything but a number of seconds is ignored. A later call replaces an earlier one. */
export function startAutoLike(seconds: string): void {
  const wait = /^\d{1,4}$/.test(seconds) ? Number(seconds) : Infinity;
  if (wait > AUTO_LIKE.maxSeconds) return;
  cancel();
  cancel = after(wait * 1000, () => (cancel = whenFree(() => void showNewLike())));
}

/** The member did not ask for it, so a failure shows nothing. */
async function showNewLike(): Promise<void> {
  if (isSessionOver()) return;
  const card = await api.auto({}).catch(() => null);
  if (isSessionOver()) return;
  after(AUTO_LIKE.reloadMs, () => void loadLikes());
  if (!card) return;
  rememberCard(card);
  $newLike.set(card);
}
