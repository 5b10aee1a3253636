// Sending: the draft, what is under way, and what was refused; one after the other, and each text once.
import { atom, computed, onMount } from 'nanostores';
import { chats } from '#contract/chats';
import { isBlank } from '#domain/graphemes';
import { ApiError, client } from '#lib/api';
import { now } from '#lib/clock';
import { chatWith, loadChats } from './chats.ts';
import { $conversation, addConfirmed, opened } from './conversation.ts';
import { removeUnsent, saveDraft, saveUnsent, readDraft, readUnsent, type Draft, type Unsent } from './drafts.ts';
import { $user, takeBalance } from './session.ts';
import { signalTyping } from './typing.ts';

const api = client({ send: chats.send });

/** Answers that will not change by asking again: the text goes back into the field. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...['not_enough_credits', 'premium_required', 'blocked', 'message_too_long', 'conversation_limit', 'yourself'],
  ...['not_found', 'invalid', 'forbidden', 'authentication_required', 'too_large', 'malformed'],
]);
/** What stands with a message left over from before this page was loaded: nobody knows how it ended. */
const INTERRUPTED = 'unavailable';

/** Why the last message was refused; `needed` credits, or the `limit` that was reached. */
interface SendRefusal {
  readonly code: string;
  readonly needed: number | null;
  readonly limit: number | null;
}
interface Outbox {
  readonly partner: string | null;
  readonly draft: Draft;
  readonly unsent: readonly Unsent[];
  readonly refusal: SendRefusal | null;
}
const NOTHING: Outbox = { partner: null, draft: { text: '', client_id: '' }, unsent: [], refusal: null };

const $outbox = atom<Outbox>(NOTHING);
export const $draft = computed($outbox, ({ draft }) => draft.text);
export const $refusal = computed($outbox, ({ refusal }) => refusal);
/** What was sent and is not among the conversation's messages yet, oldest first. */
export const $unsent = computed([$outbox, $conversation], ({ partner, unsent }, shown) => {
  if (shown.state !== 'ready' || shown.profile.id !== partner) return [];
  const there = new Set(shown.messages.filter(({ mine }) => mine).map(({ client_id: id }) => id));
  return unsent.filter(({ client_id: id }) => !there.has(id));
});

/** Partners whose messages are being sent, so that each has one queue. */
const queues = new Set<string>();
/** Messages this tab is to send; those of another tab, or of before a reload, wait until they are asked for again. */
const waiting = new Set<string>();

/** Takes up what was written to that partner before. */
export function openOutbox(partner: string): void {
  if ($outbox.get().partner === partner) return;
  const unsent = readUnsent(partner).map((each) =>
    waiting.has(each.client_id) ? each : { ...each, code: each.code ?? INTERRUPTED },
  );
  $outbox.set({ partner, draft: readDraft(partner), unsent, refusal: null });
}

/** Shows the outbox of nobody; what was written stays kept. */
export const closeOutbox = (): void => $outbox.set(NOTHING);

/** The member changes the draft; the other is told that somebody is writing. */
export function write(text: string): void {
  const { partner, ...rest } = $outbox.get();
  if (!partner) return;
  // Another text is another message, whatever another tab has sent of the one before.
  const changed = { text, client_id: crypto.randomUUID() };
  saveDraft(partner, changed);
  $outbox.set({ ...rest, partner, draft: changed, refusal: null });
  const id = opened()?.id;
  if (id && !isBlank(text)) signalTyping(id);
}

/** Sends the draft: it leaves the field at once and is shown as under way. */
export function send(): void {
  const { partner, draft, unsent } = $outbox.get();
  const text = draft.text.trim();
  if (!partner || isBlank(text)) return;
  const entry: Unsent = { text, client_id: draft.client_id, at: now().toISOString(), code: null };
  saveUnsent(partner, entry);
  const next = { text: '', client_id: crypto.randomUUID() };
  saveDraft(partner, next);
  $outbox.set({ partner, draft: next, unsent: [...unsent, entry], refusal: null });
  startQueue(partner, [entry]);
}

/** Sends again what failed, in the order in which it was written. */
export function retrySending(): void {
  const { partner, unsent, ...rest } = $outbox.get();
  if (!partner) return;
  const again = unsent.map((each) => ({ ...each, code: null }));
  again.forEach((each) => saveUnsent(partner, each));
  $outbox.set({ ...rest, partner, unsent: again });
  startQueue(partner, again);
}

export const dismissRefusal = (): void => $outbox.set({ ...$outbox.get(), refusal: null });

function startQueue(partner: string, entries: readonly Unsent[]): void {
  entries.forEach(({ client_id: id }) => waiting.add(id));
  if (queues.has(partner)) return;
  queues.add(partner);
  void sendAll(partner).finally(() => queues.delete(partner));
}

async function sendAll(partner: string): Promise<void> {
  for (let [next] = waitingOf(partner); next; [next] = waitingOf(partner)) {
    try {
      const known = $user.get();
      const { message, credits } = await api.send({ ...targetOf(partner), text: next.text, client_id: next.client_id });
      addConfirmed(partner, message);
      settle(partner, [next]);
      takeBalance(credits, known);
      void loadChats();
    } catch (error) {
      fail(partner, error instanceof ApiError ? error : new ApiError('internal', 0));
      return;
    }
  }
}

const waitingOf = (partner: string): Unsent[] => readUnsent(partner).filter((each) => waiting.has(each.client_id));

/** The conversation, or for the first message the member. */
function targetOf(partner: string): { conversation: string } | { profile: string } {
  const open = opened();
  const id = open?.profile.id === partner ? open.id : (chatWith(partner)?.conversation.id ?? null);
  return id ? { conversation: id } : { profile: partner };
}

function settle(partner: string, done: readonly Unsent[]): void {
  const gone = new Set(done.map(({ client_id: id }) => id));
  for (const id of gone) {
    waiting.delete(id);
    removeUnsent(partner, id);
  }
  const outbox = $outbox.get();
  if (outbox.partner === partner)
    $outbox.set({ ...outbox, unsent: outbox.unsent.filter(({ client_id: id }) => !gone.has(id)) });
}

/** What waited behind a failed message fails with it, so that nothing overtakes it. */
function fail(partner: string, { code, body }: ApiError): void {
  const failed = waitingOf(partner).map((each) => ({ ...each, code }));
  const isRefused = REFUSALS.has(code);
  if (isRefused) giveBack(partner, failed);
  for (const each of failed) {
    waiting.delete(each.client_id);
    if (!isRefused) saveUnsent(partner, each);
  }
  const outbox = $outbox.get();
  if (outbox.partner !== partner) return;
  if (isRefused) $outbox.set({ ...outbox, refusal: { code, needed: body.needed ?? null, limit: body.limit ?? null } });
  else $outbox.set({ ...outbox, unsent: outbox.unsent.map((each) => ({ ...each, code: each.code ?? code })) });
}

/**
 * Back into the field, before what has been written since. One text alone keeps its number, so a second send is the same message, here
 * or in another tab; texts joined are a message of their own.
 */
function giveBack(partner: string, refused: readonly Unsent[]): void {
  const [first] = refused;
  if (!first) return;
  const outbox = $outbox.get();
  const since = outbox.partner === partner ? outbox.draft : readDraft(partner);
  const text = [...refused.map((each) => each.text), since.text].filter((each) => each !== '').join('\n\n');
  const draft = { text, client_id: text === first.text ? first.client_id : crypto.randomUUID() };
  saveDraft(partner, draft);
  settle(partner, refused);
  if (outbox.partner === partner) $outbox.set({ ...$outbox.get(), draft });
}

/** What turns out to have arrived after all is no longer ours to send. */
onMount($outbox, () =>
  $conversation.listen((shown) => {
    const { partner, unsent } = $outbox.get();
    if (!partner || shown.state !== 'ready' || shown.profile.id !== partner) return;
    const there = new Set(shown.messages.flatMap(({ mine, client_id: id }) => (mine ? id : [])));
    const arrived = unsent.filter(({ client_id: id }) => there.has(id));
    if (arrived.length > 0) settle(partner, arrived);
  }),
);
