// The rules of the scam guard, and the words of the brand for them. Loaded after the messages.
import { safety, type WordChange } from '#contract/safety';
import { mayBother, type ScamTopic, scamTopic, wordPatterns } from '#domain/scam-guard';
import { client } from '#lib/api';

export interface ScamRules {
  scamTopic(text: string): ScamTopic | null;
  readonly mayBother: typeof mayBother;
}

const api = client({ words: safety.words });

export function rulesWith(changes: readonly WordChange[]): ScamRules {
  const patterns = wordPatterns(changes);
  return { mayBother, scamTopic: (text) => scamTopic(text, patterns) };
}

/** What the brand has changed of our words; null without an answer. */
export const readChanges = (): Promise<readonly WordChange[] | null> =>
  api.words({}).then(
    ({ words }) => words,
    () => null,
  );
