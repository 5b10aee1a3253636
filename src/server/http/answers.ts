// Serializes a handler's result, validated against the contract outside production.
import * as z from 'zod/mini';
import type { CallInProgress } from './call.ts';
import type { Answer } from './responses.ts';

type CheckedCall = Pick<CallInProgress, 'services' | 'call'>;

export function toAnswer(checkedCall: CheckedCall, output: unknown): Answer {
  checkAnswer(checkedCall, () => output);
  return output === null || output === undefined
    ? { status: 204, body: null }
    : { status: 200, body: JSON.stringify(output) };
}

/** Outside production, an answer that violates the contract fails as our error, not the caller's. */
export function checkAnswer({ services, call }: CheckedCall, output: () => unknown): void {
  if (services.config.mode === 'production') return;
  // As it is sent: a default stands in for what an older process leaves out, not for what this one does.
  const { success, error } = z.safeEncode(call.endpoint.output, output());
  if (success) return;
  const issues = error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
  throw new Error(`${call.name} returned an answer that violates its contract: ${issues}`);
}
