// The texts of a form's last refusal: beside a field, or for the whole form.
import { errorText } from '#lib/i18n';
import type { Submit } from '#stores/submit';

type State = ReturnType<Submit<unknown>['get']>;

export function fieldError(state: State, name: string): string | null {
  const code = state.state === 'failed' ? state.fields[name] : undefined;
  return code ? errorText(`field_${code}`) : null;
}

/** Null when the fields say what is wrong. */
export function generalError(state: State): { code: string; seconds: number; minutes: number; until: string } | null {
  if (state.state !== 'failed' || Object.keys(state.fields).length > 0) return null;
  const { code, seconds = 0, until = '' } = state;
  return { code, seconds, minutes: Math.ceil(seconds / 60), until };
}
