// Starts the backend without pages, for the start tests, which need no export.
import { runServer } from '#server/main';

await runServer({ root: process.env['ROOT'] ?? process.cwd() });
