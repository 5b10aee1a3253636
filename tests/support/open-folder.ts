// Opens the embedded database of DATA_DIR and nothing else, to tell how little it takes to refuse a second process.
import { openDatabase } from '#server/db/index';
import { explain } from '#server/start-errors';
import { measure } from './effort.ts';

const [spent, begun] = [measure(), performance.now()];
try {
  await openDatabase({ kind: 'folder', folder: `${process.env['DATA_DIR'] ?? ''}/db` });
} catch (error) {
  console.log(JSON.stringify({ spent: spent(), waited: performance.now() - begun, line: explain(error) }));
}
