// The commands of README.md, for the test that runs them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** The lines of the shell block that follows a bold lead such as **Backup.**; `at` counts the blocks up to the next lead. */
export function commandsAfter(lead: string, at = 0): string[] {
  const section = text.split(`\n**${lead}`)[1]?.split(/\n\*\*[A-Z]/)[0] ?? '';
  const block = [...section.matchAll(/```sh\n([\s\S]*?)```/g)][at]?.[1];
  if (!block) throw new Error(`README.md has no commands after **${lead}.`);
  return block.replaceAll('\\\n', ' ').trim().split('\n');
}
