// `npm run doctor`: lists at once what is missing or wrong for serving, each with its cure. Changes nothing.
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { badOf, printed } from './doctor/finding.ts';
import { findings } from './doctor/findings.ts';

const command = {
  usage: `Usage: npm run doctor [-- --dns] [--json]
Looks at settings, brands, exports, database, mail, payments, disk and photos as "npm run serve" would find them, and changes nothing; it
tries the place of the photos with a file that it deletes.
NODE_ENV is production unless set. The last lines say of each brand whether it is ready to sell; with --dns they also look its domain
and its mail up. --json prints each finding as an object on a line of its own, and nothing else. It ends with 1 when something must be
mended.`,
  options: { dns: { type: 'boolean' }, json: { type: 'boolean' } },
} as const;

const { values } = readArguments(command);
const all = await findings(join(import.meta.dirname, '..'), { NODE_ENV: 'production', ...process.env }, values.dns);
console.log(printed(all, values.json === true).join('\n'));
process.exitCode = badOf(all) === 0 ? 0 : 1;
