// The one way to submit something: its state, its refusals, and a draft that nothing loses.
import { atom, type ReadableAtom } from 'nanostores';
import type { ApiErrorBody } from '#contract/errors';
import { ApiError, errorCode } from '#lib/api';

type SubmitState =
  | { readonly state: 'idle' }
  | { readonly state: 'sending' }
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly code: string; readonly fields: NonNullable<ApiErrorBody['error']['fields']> };

/** A store of the state, with the function that submits. A second submit while one is under way does nothing. */
export type Submit<Input> = ReadableAtom<SubmitState> & { submit: (input: Input) => Promise<void> };

/** Makes a submit from the work to do; what the work throws becomes the `failed` state. */
export function createSubmit<Input>(work: (input: Input) => Promise<void>): Submit<Input> {
  const $state = atom<SubmitState>({ state: 'idle' });
  const submit = async (input: Input): Promise<void> => {
    if ($state.get().state === 'sending') return;
    $state.set({ state: 'sending' });
    try {
      await work(input);
      $state.set({ state: 'done' });
    } catch (error) {
      const fields = (error instanceof ApiError && error.body.fields) || {};
      $state.set({ state: 'failed', code: errorCode(error), fields });
    }
  };
  return Object.assign($state, { submit });
}
