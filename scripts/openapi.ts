// Prints the contract as an OpenAPI 3.1 document.
import { readFileSync } from 'node:fs';
import { openApi } from '#server/http/openapi';
import { readArguments } from './arguments.ts';

readArguments({ usage: 'Usage: npm run --silent openapi > FILE', options: {} });

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
process.stdout.write(`${JSON.stringify(openApi(version), null, 2)}\n`);
