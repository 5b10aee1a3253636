// The time bonus: the welcome discount of a new member, counted down from the server's clock (decisions A-welcome).
import { atom, computed } from 'nanostores';
import { discounts } from '#contract/discounts';
import { client } from '#lib/api';
import { after, now } from '#lib/clock';
import { onPageVisible } from '#lib/visibility';
import { onSessionEnd } from './private-data.ts';
import { $user, isSessionOver } from './session.ts';

const api = client({ timeBonus: discounts.timeBonus });

/** `countdown` is in seconds, null while the price would not rise when it ends; `percent` is what comes off. */
export interface TimeBonus {
  readonly isVisible: boolean;
  readonly countdown: number | null;
  readonly percent: number;
}

const NONE: TimeBonus = { isVisible: false, countdown: null, percent: 0 };
const TICK_MS = 1000;

export const $timeBonus = atom<TimeBonus>(NONE);
/** Unlike the bonus, it does not change every second. */
export const $isBonusShown = computed($timeBonus, ({ isVisible }) => isVisible);
/** Whether the server has said if there is one. */
export const $isBonusKnown = atom(false);

let latest = 0;
let stopTick = (): void => undefined;

function clear(): void {
  latest += 1;
  stopTick();
  if ($timeBonus.get().isVisible) $timeBonus.set(NONE);
}
onSessionEnd(() => {
  clear();
  $isBonusKnown.set(false);
});

/** Asks the server how long the bonus lasts. A failure is ignored: what is shown counts on. */
export async function loadTimeBonus(): Promise<void> {
  if (isSessionOver()) return;
  const request = (latest += 1);
  const answer = await api.timeBonus().catch(() => null);
  if (!answer || request !== latest || !isEligible()) return;
  const { time_bonus: bonus, seconds } = answer;
  if (!bonus || seconds === 0) clear();
  else {
    stopTick();
    $timeBonus.set({ isVisible: true, countdown: seconds, percent: bonus.value_percentage });
  }
  $isBonusKnown.set(true);
  if (bonus && seconds) tickUntil(new Date(now().getTime() + seconds * TICK_MS));
}

/** Counts by the time that has passed, as timers of a hidden tab come late. */
function tickUntil(end: Date): void {
  stopTick = after(TICK_MS, () => {
    const countdown = Math.ceil((end.getTime() - now().getTime()) / TICK_MS);
    if (countdown <= 0) return clear();
    $timeBonus.set({ ...$timeBonus.get(), countdown });
    tickUntil(end);
  });
}

const isEligible = (): boolean => $user.get()?.paid_user === false;

/** Keeps the bonus as long as a member who has not paid is logged in; returns the function that stops. */
export function watchTimeBonus(): () => void {
  let member: string | null = null;
  const stopUser = $user.subscribe((user) => {
    const eligible = user?.paid_user === false ? user.id : null;
    if (eligible === member) return;
    member = eligible;
    if (eligible === null) clear();
    else void loadTimeBonus();
  });
  // A tab that was asleep shows what is left.
  const stopVisible = onPageVisible(() => {
    if ($timeBonus.get().isVisible) void loadTimeBonus();
  });
  return () => {
    stopUser();
    stopVisible();
    clear();
  };
}
