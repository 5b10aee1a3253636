// Makes the pictures of the files it gets, as uploads at once do, and prints what that takes: the longest time in milliseconds for which
// it would have answered no call, and the memory beyond what it had before, in megabytes.
import { readFileSync } from 'node:fs';
import { developPhoto } from '../../src/server/media/develop-photo.ts';
import { fairTurns } from '../../src/server/media/fair-turns.ts';

const files = process.argv.slice(2).map((path) => readFileSync(path));
const before = process.memoryUsage.rss();

let isOver = false;
let longest = 0;
/** By the time of this thread's processor, since another program may have the machine. */
function watch(since = process.threadCpuUsage()): void {
  const { user, system } = process.threadCpuUsage(since);
  longest = Math.max(longest, (user + system) / 1000);
  const next = process.threadCpuUsage();
  if (!isOver) setImmediate(() => watch(next));
}

watch();
const turns = fairTurns();
await Promise.all(files.map((bytes, at) => turns.run(String(at), () => developPhoto(bytes))));
isOver = true;
const megabytes = process.resourceUsage().maxRSS / 1000 - before / 1_000_000;
process.stdout.write(JSON.stringify({ longest, megabytes }));
