// Starts the backend without pages, as the start tests need it: no export has to be built.
import { runServer } from '#server/main';

await runServer({ root: process.env['ROOT'] ?? process.cwd() });
