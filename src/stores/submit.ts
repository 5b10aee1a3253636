// A store for submitting a form: its state and the errors of the last attempt.
import { atom, type ReadableAtom } from 'nanostores';
import type { ApiErrorBody } from '#contract/errors';
import { ApiError, errorCode } from '#lib/api';

type SubmitState =
  | { readonly state: 'idle' }
  | { readonly state: 'sending' }
  | { readonly state: 'done' }
  | {
      readonly state: 'failed';
      readonly code: string;
      readonly fields: NonNullable<ApiErrorBody['error']['fields']>;
      /** Seconds until a retry makes sense, when the server says so. */
      readonly seconds?: number;
      /** The end of what is in the way, when the server says so. */
      readonly until?: string;
    };

/** The state with the function that submits. A second submit while one is in flight is ignored. */
export type Submit<Input> = ReadableAtom<SubmitState> & { submit: (input: Input) => Promise<void> };

/** Creates a submit; an error thrown by `work` becomes the `failed` state. */
export function createSubmit<Input>(work: (input: Input) => Promise<void>): Submit<Input> {
  const $state = atom<SubmitState>({ state: 'idle' });
  const submit = async (input: Input): Promise<void> => {
    if ($state.get().state === 'sending') return;
    $state.set({ state: 'sending' });
    try {
      await work(input);
      $state.set({ state: 'done' });
    } catch (error) {
      const { fields = {}, retry_after: seconds, until } = error instanceof ApiError ? error.body : {};
      const told = { ...(seconds ? { seconds } : {}), ...(until ? { until } : {}) };
      $state.set({ state: 'failed', code: errorCode(error), fields, ...told });
    }
  };
  return Object.assign($state, { submit });
}
