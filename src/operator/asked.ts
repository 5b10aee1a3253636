// Calls of staff: asking once, showing what was asked for, and sending a change.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type StaffCallName, staffCalls, type StaffInput, type StaffOutput } from '#contract/staff';
import { ApiError, call, errorCode } from '#lib/api';
import { errorText, hasText, t } from '#lib/i18n';
import { onLoginAgain } from './login-again.ts';

/** Pass the same key when staff repeat a change; by default each call has a new one. */
export const ask = <Name extends StaffCallName>(
  name: Name,
  input: StaffInput<Name>,
  options: { readonly idempotencyKey?: string } = {},
): Promise<StaffOutput<Name>> => call(staffCalls[name], input, options) as Promise<StaffOutput<Name>>;

/** The page shows the login over itself, and goes on from there. */
const hasSessionEnded = (error: unknown): boolean => errorCode(error) === 'authentication_required';

/** What to tell staff about a failed call. */
export function failureText(error: unknown): string {
  const code = errorCode(error);
  const own = `console:error_${code}`;
  if (hasText(own)) return t(own);
  const { retry_after: seconds = 60, minutes = 1 } = error instanceof ApiError ? error.body : {};
  return errorText(code, { seconds, minutes });
}

/** What to tell about each refused field. */
export function fieldTexts(error: unknown): Readonly<Record<string, string>> {
  const fields = error instanceof ApiError ? (error.body.fields ?? {}) : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, code]) => [
      name,
      t(hasText(`console:field_${code}`) ? `console:field_${code}` : `errors:field_${code}`, { min_age: '' }),
    ]),
  );
}

export type Asked<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'ready'; readonly value: T };

/** Loads when the input changes, and again on `reload`, during which the former answer stays. The latest request wins. */
export function useAsked<Name extends StaffCallName>(
  name: Name,
  input: StaffInput<Name>,
): readonly [Asked<StaffOutput<Name>>, () => void] {
  type Answer = { readonly key: string; readonly asked: Asked<StaffOutput<Name>> };
  const key = JSON.stringify([name, input]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const latest = useRef(0);
  const load = useCallback(() => {
    const number = (latest.current += 1);
    const [, sent] = JSON.parse(key) as [Name, StaffInput<Name>];
    const keep = (asked: Asked<StaffOutput<Name>>): void => {
      if (number === latest.current) setAnswer({ key, asked });
    };
    ask(name, sent).then(
      (value) => keep({ state: 'ready', value }),
      (error: unknown) => {
        if (hasSessionEnded(error)) onLoginAgain(() => number === latest.current && load());
        else keep({ state: 'failed', error });
      },
    );
  }, [key, name]);
  useEffect(() => {
    load();
    return () => void (latest.current += 1);
  }, [load]);
  return [answer?.key === key ? answer.asked : { state: 'loading' }, load];
}

export interface Sending {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Sends unless something is being sent; answers whether it went well. */
  send(work: () => Promise<void>): Promise<boolean>;
  forget(): void;
}

/** One change at a time, with what became of the last one. */
export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isSending = useRef(false);
  const send = useCallback(async (work: () => Promise<void>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (caught) {
      if (!hasSessionEnded(caught)) setError(caught);
      return false;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }, []);
  const forget = useCallback(() => setError(null), []);
  return { isBusy, error, send, forget };
}
