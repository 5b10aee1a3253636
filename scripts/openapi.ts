// Prints the contract as an OpenAPI 3.1 document.
import { readFileSync } from 'node:fs';
import { openApi } from '#server/openapi';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
process.stdout.write(`${JSON.stringify(openApi(version), null, 2)}\n`);
