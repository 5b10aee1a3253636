// A store for server data: the latest request wins, and a failed reload keeps the current value.
import { atom, type ReadableAtom } from 'nanostores';
import { errorCode } from '#lib/api';
import { onSessionEnd } from './private-data.ts';

interface Loading {
  readonly state: 'loading';
}
/** `stale` is the error code of a failed reload. */
export type Ready<Value> = { readonly state: 'ready'; readonly stale?: string } & Readonly<Value>;
interface Failed {
  readonly state: 'failed';
  readonly code: string;
}
export type ResourceState<Value, L = Loading, F = Failed> = L | Ready<Value> | F;

interface Options<Input, Value, L, F> {
  /** A cached value may be returned synchronously: the loading state is then skipped. */
  readonly load: (input: Input, isLatest: () => boolean) => Promise<Value> | Value;
  /** The loading state; called without input before the first `open`. */
  readonly loading: (input?: Input) => L;
  readonly failure: (code: string) => F;
}

/** Changes the value it was created for; a no-op that returns false once another value is shown. */
export type Update<Value> = (change: (value: Ready<Value>) => Partial<Value>) => boolean;

export interface Resource<Input, Value, State> extends ReadableAtom<State> {
  /** Loads another input and shows the loading state. */
  open(input: Input): Promise<void>;
  /** Loads the same input again; the current value stays until then. */
  reload(): Promise<void>;
  /** The current value; unlike `get()` it does not mount the store. */
  ready(): Ready<Value> | null;
  /** Creates an update of the current value, e.g. to append a page once it has loaded. */
  updater(): Update<Value>;
  /** Ignores the response of the request in flight. */
  cancel(): void;
  /** Returns to the state before the first request. */
  reset(): void;
}

const DEFAULTS = {
  loading: (): Loading => ({ state: 'loading' }),
  failure: (code: string): Failed => ({ state: 'failed', code }),
};

/** The failures of a resource whose id comes from the address: the id may be unknown or malformed. */
export type Gone = { readonly state: 'gone' } | Failed;
export const goneOrFailed = (code: string): Gone =>
  code === 'not_found' || code === 'invalid' ? { state: 'gone' } : { state: 'failed', code };

/** The failures of a resource of another member: either may have blocked the other. */
export type Blocked = { readonly state: 'blocked'; readonly code: 'blocked' | 'blocked_by_you' } | Gone;
export const blockedOrFailed = (code: string): Blocked =>
  code === 'blocked' || code === 'blocked_by_you' ? { state: 'blocked', code } : goneOrFailed(code);

/** Creates the store of one resource. It resets when the session ends. */
export function createResource<
  Input = void,
  Value extends object = object,
  L extends { readonly state: string } = Loading,
  F extends { readonly state: string } = Failed,
>(
  options: Pick<Options<Input, Value, L, F>, 'load'> & Partial<Options<Input, Value, L, F>>,
): Resource<Input, Value, ResourceState<Value, L, F>> {
  type State = ResourceState<Value, L, F>;
  const { load, loading, failure } = { ...DEFAULTS, ...options } as Options<Input, Value, L, F>;
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
    const requestNumber = (latest += 1);
    const isLatest = (): boolean => requestNumber === latest;
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
    const expectedVersion = version;
    return (change) => {
      const shown = ready();
      if (!shown || expectedVersion !== version) return false;
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
