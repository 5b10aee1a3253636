// What is uploaded to chats: of each kind one for a member, from choosing it until it has arrived or is dropped, also while other chats are
// open.
import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { Message } from '#contract/chats';
import type { OutputOf } from '#contract/endpoint';
import type { chatUploads } from '#contract/chat-uploads';
import { ApiError, errorCode } from '#lib/api';
import type { UploadOptions } from '#lib/upload';
import { loadChats } from './chats.ts';
import { $conversation, addConfirmed, isOnScreen } from './conversation.ts';
import { $sent } from './drafts.ts';
import { targetOf } from './outbox.ts';
import { explainPremium } from './premium-dialog.ts';
import { onSessionEnd } from './private-data.ts';
import { $user } from './session.ts';
import { applySent } from './spendable.ts';
import { toastError } from './toasts.ts';

export type UploadState =
  /** `share` of the bytes are sent; with all of them it can no longer be cancelled. */
  | { readonly state: 'sending'; readonly share: number }
  /** `balance` of credits, where it was too low. */
  | { readonly state: 'failed'; readonly code: string; readonly canRetry: boolean; readonly balance?: number };

interface Upload {
  readonly partner: string;
  /** Identifies the message: the server sends and charges it once, across retries. */
  readonly client_id: string;
  readonly now: { readonly state: string; readonly share?: number };
}
type Target = ReturnType<typeof targetOf>;
type Answer = OutputOf<(typeof chatUploads)['sendPicture']>;

interface Kind<U extends Upload> {
  readonly send: (upload: U, to: Target, options: Pick<UploadOptions, 'signal' | 'onProgress'>) => Promise<Answer>;
  /** Whether another try with the same file changes nothing. */
  readonly isFinal: (code: string) => boolean;
}

interface ChatUploads<U extends Upload> {
  /** By the member each is for. */
  readonly $all: ReadableAtom<ReadonlyMap<string, U>>;
  get(partner: string): U | null;
  /** In place of another one for the same member, which is stopped if it can be. */
  put(upload: U): void;
  /** Changes one that is still there. */
  change(upload: U, change: Partial<U>): void;
  /** Does nothing once it cannot be stopped any more. */
  drop(partner: string): void;
  send(partner: string): Promise<void>;
}

/** Whether it can still be stopped: once the server has all of it, it may be on its way. */
export const canCancel = ({ now }: Upload): boolean => now.state !== 'sending' || (now.share ?? 0) < 1;

const hasMessage = (messages: readonly Message[], { client_id }: Upload): boolean =>
  messages.some((each) => each.mine && each.client_id === client_id);

function failed(error: unknown, canRetry: boolean): UploadState {
  const balance = error instanceof ApiError ? error.body.balance : undefined;
  return { state: 'failed', code: errorCode(error), canRetry, ...(balance !== undefined && { balance }) };
}

/** Those that are shown, by the member each is for. */
function createShown<U extends Upload>() {
  const $all = atom<ReadonlyMap<string, U>>(new Map());
  const get = (partner: string): U | null => $all.get().get(partner) ?? null;
  const isShown = ({ partner, client_id }: Upload): boolean => get(partner)?.client_id === client_id;
  function show(partner: string, upload: U | null): void {
    const all = new Map($all.get());
    if (upload) all.set(partner, upload);
    else all.delete(partner);
    $all.set(all);
  }
  const change = (upload: U, changed: Partial<U>): void => {
    if (isShown(upload)) show(upload.partner, { ...upload, ...changed });
  };
  return { $all, get, isShown, show, change };
}

function createSender<U extends Upload>(
  kind: Kind<U>,
  { get, isShown, show, change }: ReturnType<typeof createShown<U>>,
) {
  /** Those on their way, by their messages; one that cannot be stopped may be, beside another that is shown. */
  const underWay = new Map<string, AbortController>();
  /** The address of each message: also a try after the first message has begun the conversation is the same call. */
  const targets = new Map<string, Target>();
  /** Messages that are in their conversation, also when their calls fail. */
  const arrived = new Set<string>();

  const stop = ({ client_id }: Upload): void => underWay.get(client_id)?.abort();
  const arrive = ({ client_id }: Upload): void => void arrived.add(client_id);
  function clear(): void {
    underWay.forEach((abort) => abort.abort());
    for (const each of [underWay, targets, arrived]) each.clear();
  }

  async function send(partner: string): Promise<void> {
    const upload = get(partner);
    if (!upload || upload.now.state === 'sending') return;
    const { client_id } = upload;
    const abort = new AbortController();
    const { signal } = abort;
    underWay.set(client_id, abort);
    const to = targets.get(client_id) ?? targetOf(partner);
    targets.set(client_id, to);
    const progress = (share: number): void => change(upload, { now: { state: 'sending', share } } as Partial<U>);
    progress(0);
    try {
      const known = $user.get();
      const answer = await kind.send(upload, to, { signal, onProgress: progress });
      if (signal.aborted) return;
      if (isShown(upload)) show(partner, null);
      addConfirmed(partner, answer.message);
      applySent(answer, known);
      $sent.set($sent.get() + 1);
      void loadChats();
    } catch (error) {
      if (!signal.aborted && !arrived.has(client_id)) fail(upload, error);
    } finally {
      underWay.delete(client_id);
    }
  }

  /** Who looks at another page is told there, and finds it in its chat. */
  function fail(upload: U, error: unknown): void {
    const code = errorCode(error);
    if (code === 'premium_required') {
      if (isShown(upload)) show(upload.partner, null);
      explainPremium('conversations', upload.partner);
      return;
    }
    if (!isShown(upload) || !isOnScreen(upload.partner)) toastError(code);
    change(upload, { now: failed(error, !kind.isFinal(code)) } as unknown as Partial<U>);
  }
  return { send, stop, arrive, clear };
}

export function createChatUploads<U extends Upload>(kind: Kind<U>): ChatUploads<U> {
  const shown = createShown<U>();
  const { $all, get, show, change } = shown;
  const { send, stop, arrive, clear } = createSender(kind, shown);
  function put(upload: U): void {
    const before = get(upload.partner);
    if (before && canCancel(before)) stop(before);
    show(upload.partner, upload);
  }
  function drop(partner: string): void {
    const upload = get(partner);
    if (!upload || !canCancel(upload)) return;
    stop(upload);
    show(partner, null);
  }

  // Those whose answers were lost turn out to have been sent.
  onMount($all, () =>
    $conversation.subscribe((open) => {
      const upload = open.state === 'ready' ? get(open.profile.id) : null;
      if (!upload || open.state !== 'ready' || !hasMessage(open.messages, upload)) return;
      arrive(upload);
      show(upload.partner, null);
    }),
  );
  onSessionEnd(() => {
    clear();
    $all.set(new Map());
  });
  return { $all, get, put, change, drop, send };
}
