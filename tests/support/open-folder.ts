// Opens the embedded database of DATA_DIR and nothing else, to time the refusal of a second process.
import { openDatabase } from '#server/db/index';
import { explainStartError } from '#server/config/start-errors';

const begun = performance.now();
try {
  await openDatabase({ kind: 'folder', folder: `${process.env['DATA_DIR'] ?? ''}/db` });
} catch (error) {
  console.log(JSON.stringify({ ms: performance.now() - begun, line: explainStartError(error) }));
}
