// Opens the embedded database of DATA_DIR and nothing else, to measure the refusal of a second process: by its own work and its waits,
// since on a busy machine the time that passes is that of others.
import { openDatabase } from '#server/db/index';
import { explainStartError } from '#server/config/start-errors';

let waits = 0;
const [plainWait, plainTimeout] = [Atomics.wait, globalThis.setTimeout];
Atomics.wait = ((...args: Parameters<typeof Atomics.wait>) => {
  waits += 1;
  return plainWait(...args);
}) as typeof Atomics.wait;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  waits += 1;
  return plainTimeout(...args);
}, plainTimeout);
const before = process.cpuUsage();
try {
  await openDatabase({ kind: 'folder', folder: `${process.env['DATA_DIR'] ?? ''}/db` });
} catch (error) {
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ ms: (user + system) / 1000, waits, line: explainStartError(error) }));
}
