// Opens the embedded database of DATA_DIR and nothing else, to time how fast a second process is refused.
import { openDatabase } from '#server/db/index';
import { explain } from '#server/start-errors';

try {
  await openDatabase({ kind: 'folder', folder: `${process.env['DATA_DIR'] ?? ''}/db` });
  console.log('opened');
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
