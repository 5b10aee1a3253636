// `npm run fix`: fixes what ESLint and Prettier can fix by themselves.
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { run } from './child.ts';

readArguments({ usage: 'Usage: npm run fix', options: {} });

const cwd = join(import.meta.dirname, '..');
const lint = await run('eslint', ['.', '--fix'], { cwd });
const format = await run('prettier', ['.', '--write', '--log-level=warn'], { cwd });
process.exitCode = Math.max(lint.code, format.code);
