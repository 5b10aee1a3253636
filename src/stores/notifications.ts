// The member's choices of notifications by mail and by push: shown at once, saved one after the other, taken back when the server refuses.
import { atom, computed } from 'nanostores';
import {
  notifications,
  type Notifications,
  type NotificationType,
  type PushType,
  type QuietHours,
} from '#contract/notifications';
import { client, errorCode } from '#lib/api';
import { onLive } from './live.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, type ResourceState } from './resource.ts';
import { isSessionOver, loadUser } from './session.ts';
import { createSubmit, type Submit } from './submit.ts';
import { toastError } from './toasts.ts';

const { unsubscribe: _, ...calls } = notifications;
const api = client(calls);

const $answer = createResource({ load: () => api.read() });

type Choice =
  | { readonly by: 'types'; readonly type: NotificationType; readonly wanted: boolean }
  | { readonly by: 'push'; readonly type: PushType; readonly wanted: boolean };
const keyOf = ({ by, type }: Choice): string => `${by} ${type}`;

/** Choices that the server has not confirmed yet. */
const $unsaved = atom<ReadonlyMap<string, Choice>>(new Map());
onSessionEnd(() => $unsaved.set(new Map()));

export type NotificationsState = ResourceState<Notifications>;

/** The server's choices with the unsaved ones on top. */
export const $notifications = computed([$answer, $unsaved], (answer, unsaved): NotificationsState =>
  answer.state === 'ready' ? [...unsaved.values()].reduce(withChoice, answer) : answer,
);

function withChoice<Shown extends Notifications>(shown: Shown, { by, type, wanted }: Choice): Shown {
  return { ...shown, [by]: { ...shown[by], [type]: wanted } };
}

export const loadNotifications = (): Promise<void> => $answer.reload();

/** Loads the choices and follows changes elsewhere; returns the function that stops. */
export function watchNotifications(): () => void {
  void loadNotifications();
  return onLive('user', () => void loadNotifications());
}

let saving: Promise<void> | null = null;

/** Switches one type by mail or by push. Several switches are saved in their order, so that the last one of a type counts. */
export function switchNotification(choice: Choice): Promise<void> {
  $unsaved.set(new Map($unsaved.get()).set(keyOf(choice), choice));
  saving ??= saveAll().finally(() => (saving = null));
  return saving;
}

async function saveAll(): Promise<void> {
  for (let [next] = $unsaved.get().values(); next; [next] = $unsaved.get().values()) await save(next);
}

async function save(choice: Choice): Promise<void> {
  const { by, type, wanted } = choice;
  try {
    const answer = await (by === 'push' ? api.setPush({ type, wanted }) : api.set({ type, wanted }));
    $answer.updater()(() => answer);
  } catch (error) {
    if (!isSessionOver()) toastError(errorCode(error));
  }
  // Unless it was switched again meanwhile, which is saved next.
  const key = keyOf(choice);
  if ($unsaved.get().get(key) === choice) $unsaved.set(new Map([...$unsaved.get()].filter(([each]) => each !== key)));
}

/** Clears the reasons that stopped the mails. */
export const $enabling = createSubmit(async () => {
  const answer = await api.enable();
  $answer.updater()(() => answer);
  await loadUser();
});
export const enableNotifications = (): Promise<void> => $enabling.submit(undefined);

/** Sets the quiet hours, or ends them. */
export const createQuietHours = (): Submit<QuietHours | null> =>
  createSubmit(async (quiet) => {
    const answer = await api.setQuiet({ quiet });
    $answer.updater()(() => answer);
  });
