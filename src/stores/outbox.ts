// Sends messages in order, each exactly once: the draft, the messages in flight, and the last refusal.
import { atom, computed, onMount } from 'nanostores';
import { chats, type GiftId, type Quote } from '#contract/chats';
import { isBlank } from '#domain/graphemes';
import { ApiError, client } from '#lib/api';
import { now } from '#lib/clock';
import { onOnline } from '#lib/online';
import { findChatWith, loadChats } from './chats.ts';
import { $conversation, addConfirmed, readyConversation } from './conversation.ts';
import type { Draft, Unsent } from './drafts.ts';
import { $sent, quoting, readDraft, readUnsent, removeUnsent, saveDraft, saveUnsent, withReturned } from './drafts.ts';
import { onSessionEnd } from './private-data.ts';
import { REFUSALS } from './send-refusals.ts';
import { $user } from './session.ts';
import { applySent } from './spendable.ts';
import { toastError } from './toasts.ts';
import { signalTyping } from './typing.ts';

const api = client({ send: chats.send });

/** The code of a message from before this page was loaded, whose outcome is unknown. */
const INTERRUPTED = 'unavailable';

/** Why the last message was refused; `needed` credits of a `balance`, or the `limit` that was reached. */
interface SendRefusal {
  readonly code: string;
  readonly needed: number | null;
  readonly balance: number | null;
  readonly limit: number | null;
}
interface Outbox {
  readonly partner: string | null;
  readonly draft: Draft;
  readonly unsent: readonly Unsent[];
  readonly refusal: SendRefusal | null;
}
const EMPTY: Outbox = { partner: null, draft: { text: '', client_id: '' }, unsent: [], refusal: null };

const $outbox = atom<Outbox>(EMPTY);
export const $draft = computed($outbox, ({ draft }) => draft.text);
/** The message that the draft answers, as long as it is shown. */
export const $quote = computed([$outbox, $conversation], ({ partner, draft }, shown) => {
  const { quote } = draft;
  if (!quote || shown.state !== 'ready' || shown.profile.id !== partner) return null;
  return shown.messages.some(({ seq, deleted }) => seq === quote.seq && deleted) ? null : quote;
});
export const $refusal = computed($outbox, ({ refusal }) => refusal);
/** Messages that are not in the conversation yet, oldest first. */
export const $unsent = computed([$outbox, $conversation], ({ partner, unsent }, shown) => {
  if (shown.state !== 'ready' || shown.profile.id !== partner) return [];
  const deliveredIds = new Set(shown.messages.filter(({ mine }) => mine).map(({ client_id: id }) => id));
  return unsent.filter(({ client_id: id }) => !deliveredIds.has(id));
});

/** Partners with a running queue; each has at most one. */
const queues = new Set<string>();
/** Messages that this tab sends. Those of another tab, or from before a reload, wait for a manual retry. */
const pendingIds = new Set<string>();
export const isBeingSent = (clientId: string): boolean => pendingIds.has(clientId);
/** Messages that this tab could not send for lack of a network, with their partners. */
const waiting = new Map<string, string>();
onSessionEnd(() => waiting.clear());
const isWaiting = ({ client_id: id }: Unsent): boolean => waiting.has(id);
onOnline(() => {
  for (const partner of new Set(waiting.values())) retry(partner, readUnsent(partner).filter(isWaiting));
});

/** Loads the stored draft and unsent messages for a partner. */
export function openOutbox(partner: string): void {
  if ($outbox.get().partner === partner) return;
  const unsent = readUnsent(partner).map((each) =>
    pendingIds.has(each.client_id) ? each : { ...each, code: each.code ?? INTERRUPTED },
  );
  $outbox.set({ partner, draft: readDraft(partner), unsent, refusal: null });
}

/** Clears the view only; what is stored on the device stays. */
export const closeOutbox = (): void => $outbox.set(EMPTY);

/** Also signals typing to the partner. */
export function updateDraft(text: string): void {
  const { partner, draft } = $outbox.get();
  if (!partner) return;
  // A changed text is a new message: another tab may have sent the previous text under the old id.
  setDraft(partner, { ...quoting(draft.quote), text, client_id: crypto.randomUUID() });
  const id = readyConversation()?.id;
  if (id && !isBlank(text)) signalTyping(id);
}

/** Makes the draft answer a message, or none. */
export function answer(quote: Quote | null): void {
  const { partner, draft } = $outbox.get();
  if (partner) setDraft(partner, { ...quoting(quote), text: draft.text, client_id: crypto.randomUUID() });
}

function setDraft(partner: string, draft: Draft): void {
  saveDraft(partner, draft);
  $outbox.set({ ...$outbox.get(), draft, refusal: null });
}

/** Sends the draft; the field is cleared at once. */
export function send(): void {
  const { partner, draft, unsent } = $outbox.get();
  const text = draft.text.trim();
  if (!partner || isBlank(text)) return;
  const entry = { ...quoting($quote.get()), text, client_id: draft.client_id, at: now().toISOString(), code: null };
  const next = { text: '', client_id: crypto.randomUUID() };
  saveDraft(partner, next);
  $outbox.set({ partner, draft: next, unsent: [...unsent, entry], refusal: null });
  startQueue(partner, [entry]);
}

/** Sends a gift; with the same id once. */
export function sendGift(gift: GiftId, client_id: string): void {
  const { partner, unsent, ...rest } = $outbox.get();
  if (!partner || pendingIds.has(client_id) || unsent.some((each) => each.client_id === client_id)) return;
  const entry: Unsent = { text: '', gift, client_id, at: now().toISOString(), code: null };
  $outbox.set({ ...rest, partner, unsent: [...unsent, entry], refusal: null });
  startQueue(partner, [entry]);
}

/** Retries the failed messages in their original order. */
export function retrySending(): void {
  const { partner, unsent } = $outbox.get();
  if (partner) retry(partner, unsent);
}

function retry(partner: string, failed: readonly Unsent[]): void {
  const retried = new Map(failed.map((each) => [each.client_id, { ...each, code: null }]));
  const outbox = $outbox.get();
  if (outbox.partner === partner)
    $outbox.set({ ...outbox, unsent: outbox.unsent.map((each) => retried.get(each.client_id) ?? each) });
  startQueue(partner, [...retried.values()]);
}

/** Drops a failed message that the member no longer wants to send. */
export function discardUnsent(clientId: string): void {
  const { partner, unsent } = $outbox.get();
  const failed = unsent.filter(({ client_id: id, code }) => id === clientId && code !== null);
  if (partner) removeFromOutbox(partner, failed);
}

export const dismissRefusal = (): void => $outbox.set({ ...$outbox.get(), refusal: null });

function startQueue(partner: string, entries: readonly Unsent[]): void {
  for (const entry of entries) {
    pendingIds.add(entry.client_id);
    waiting.delete(entry.client_id);
    saveUnsent(partner, entry);
  }
  if (queues.has(partner)) return;
  queues.add(partner);
  void sendAll(partner).finally(() => queues.delete(partner));
}

async function sendAll(partner: string): Promise<void> {
  for (let [next] = pendingOf(partner); next; [next] = pendingOf(partner)) {
    try {
      const known = $user.get();
      const answer = await api.send({ ...targetOf(partner), ...contentOf(next), client_id: next.client_id });
      addConfirmed(partner, answer.message);
      removeFromOutbox(partner, [next]);
      applySent(answer, known);
      $sent.set($sent.get() + 1);
      void loadChats();
    } catch (error) {
      fail(partner, error instanceof ApiError ? error : new ApiError('internal', 0));
      return;
    }
  }
}

const contentOf = ({ text, gift, quote }: Unsent) => (gift ? { gift } : { text, ...(quote && { quote: quote.seq }) });

const pendingOf = (partner: string): Unsent[] => readUnsent(partner).filter((each) => pendingIds.has(each.client_id));

/** The conversation, or the member for a first message. */
export function targetOf(partner: string): { conversation: string } | { profile: string } {
  const open = readyConversation();
  const id = open?.profile.id === partner ? open.id : (findChatWith(partner)?.conversation.id ?? null);
  return id ? { conversation: id } : { profile: partner };
}

function removeFromOutbox(partner: string, done: readonly Unsent[]): void {
  const ids = new Set(done.map(({ client_id: id }) => id));
  for (const id of ids) {
    pendingIds.delete(id);
    waiting.delete(id);
    removeUnsent(partner, id);
  }
  const outbox = $outbox.get();
  if (outbox.partner === partner)
    $outbox.set({ ...outbox, unsent: outbox.unsent.filter(({ client_id: id }) => !ids.has(id)) });
}

/** Messages queued behind a failed one fail with it, to preserve the order. A refusal of a chat that was left is told where one is. */
function fail(partner: string, { code, body }: ApiError): void {
  const failed = pendingOf(partner).map((each) => ({ ...each, code }));
  const isRefused = REFUSALS.has(code);
  // A gift that only waited can still be sent.
  const returned = isRefused ? failed.filter(({ gift }, at) => !gift || at === 0) : [];
  if (isRefused) restoreDraft(partner, returned);
  for (const each of failed) {
    if (returned.includes(each)) continue;
    pendingIds.delete(each.client_id);
    if (code === 'offline') waiting.set(each.client_id, partner);
    saveUnsent(partner, each);
  }
  const outbox = $outbox.get();
  if (outbox.partner !== partner) return isRefused ? toastError(code) : undefined;
  const { needed = null, balance = null, limit = null } = body;
  $outbox.set({
    ...outbox,
    refusal: isRefused ? { code, needed, balance, limit } : outbox.refusal,
    unsent: outbox.unsent.map((each) => ({ ...each, code: each.code ?? code })),
  });
}

/** Puts refused texts back into the field. A refused gift is gone. */
function restoreDraft(partner: string, refused: readonly Unsent[]): void {
  const outbox = $outbox.get();
  const since = outbox.partner === partner ? outbox.draft : readDraft(partner);
  const draft = withReturned(refused, since);
  if (draft !== since) saveDraft(partner, draft);
  removeFromOutbox(partner, refused);
  if (outbox.partner === partner) $outbox.set({ ...$outbox.get(), draft });
}

/** Drops messages that turn out to have been delivered. */
onMount($outbox, () =>
  $conversation.listen((shown) => {
    const { partner, unsent } = $outbox.get();
    if (!partner || shown.state !== 'ready' || shown.profile.id !== partner) return;
    const deliveredIds = new Set(shown.messages.flatMap(({ mine, client_id: id }) => (mine ? id : [])));
    const arrived = unsent.filter(({ client_id: id }) => deliveredIds.has(id));
    if (arrived.length > 0) removeFromOutbox(partner, arrived);
  }),
);
