// Data of the server that a screen shows: the latest request wins, and a failed reload keeps what is shown.
import { atom, type ReadableAtom } from 'nanostores';
import { errorCode } from '#lib/api';
import { onSessionEnd } from './private-data.ts';

interface Loading {
  readonly state: 'loading';
}
/** `stale` is the code of the reload that has failed since the value came. */
export type Ready<Value> = { readonly state: 'ready'; readonly stale?: string } & Readonly<Value>;
interface Failed {
  readonly state: 'failed';
  readonly code: string;
}
export type ResourceState<Value, L = Loading, F = Failed> = L | Ready<Value> | F;

interface Options<Input, Value, L, F> {
  /** A value that is cached may be returned as it is: it is shown at once. */
  readonly load: (input: Input, isLatest: () => boolean) => Promise<Value> | Value;
  /** What is shown while it loads; without input, before anything was opened. */
  readonly loading: (input?: Input) => L;
  readonly failure: (code: string) => F;
}

/** Changes the value it was made for; returns false, and does nothing, once another is shown. */
export type Update<Value> = (change: (value: Ready<Value>) => Partial<Value>) => boolean;

export interface Resource<Input, Value, State> extends ReadableAtom<State> {
  /** Loads another input, and shows that it loads. */
  open(input: Input): Promise<void>;
  /** Loads the same input again; what is shown stays until the answer is there. */
  reload(): Promise<void>;
  /** The value that is shown, if one is; unlike `get()` it does not mount the store. */
  ready(): Ready<Value> | null;
  /** Makes an update for the value that is shown now, e.g. to append a page once it has come. */
  updater(): Update<Value>;
  /** Drops the answer that is under way. */
  cancel(): void;
  /** Shows nothing, as before the first request. */
  reset(): void;
}

const PLAIN = {
  loading: (): Loading => ({ state: 'loading' }),
  failure: (code: string): Failed => ({ state: 'failed', code }),
};

/** Failures of one thing that an address names: its id may be unknown, or no id at all. */
export type Gone = { readonly state: 'gone' } | Failed;
export const goneOr = (code: string): Gone =>
  code === 'not_found' || code === 'invalid' ? { state: 'gone' } : { state: 'failed', code };

/** Failures of what belongs to another member, who may have blocked this one. */
export type Blocked = { readonly state: 'blocked' } | Gone;
export const blockedOr = (code: string): Blocked => (code === 'blocked' ? { state: 'blocked' } : goneOr(code));

/** Makes the store of one resource. The session's end resets it. */
export function createResource<
  Input = void,
  Value extends object = object,
  L extends { readonly state: string } = Loading,
  F extends { readonly state: string } = Failed,
>(
  options: Pick<Options<Input, Value, L, F>, 'load'> & Partial<Options<Input, Value, L, F>>,
): Resource<Input, Value, ResourceState<Value, L, F>> {
  type State = ResourceState<Value, L, F>;
  const { load, loading, failure } = { ...PLAIN, ...options } as Options<Input, Value, L, F>;
  const $state = atom<State>(loading());
  let latest = 0;
  let version = 0;
  let opened: Input | undefined;
  const show = (state: State): void => {
    version += 1;
    $state.set(state);
  };
  const ready = (): Ready<Value> | null => ($state.value?.state === 'ready' ? ($state.value as Ready<Value>) : null);
  async function request(isOpening: boolean): Promise<void> {
    const input = opened as Input;
    const turn = (latest += 1);
    const isLatest = (): boolean => turn === latest;
    try {
      const answer = load(input, isLatest);
      if (answer instanceof Promise && (isOpening || $state.value?.state === 'failed')) show(loading(input));
      const next = answer instanceof Promise ? await answer : answer;
      if (isLatest()) show({ state: 'ready', ...next });
    } catch (error) {
      const shown = ready();
      if (isLatest() && shown) $state.set({ ...shown, stale: errorCode(error) });
      else if (isLatest()) show(failure(errorCode(error)));
    }
  }
  function updater(): Update<Value> {
    const madeFor = version;
    return (change) => {
      const shown = ready();
      if (!shown || madeFor !== version) return false;
      $state.set({ ...shown, ...change(shown) });
      return true;
    };
  }
  function open(input: Input): Promise<void> {
    opened = input;
    return request(true);
  }
  const cancel = (): void => void (latest += 1);
  const reset = (): void => {
    cancel();
    show(loading());
  };
  onSessionEnd(reset);
  return Object.assign($state, { open, reload: () => request(false), ready, updater, cancel, reset });
}
