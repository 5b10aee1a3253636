// What a member's device needs beside the page: the worker with the offline page, and notifications that are right.
import { startWorker } from '#lib/worker';
import { renewLostPush, watchShownNews } from '#stores/push-upkeep';

/** For as long as the document lasts. */
export function startUpkeep(): void {
  startWorker();
  renewLostPush();
  watchShownNews();
}
