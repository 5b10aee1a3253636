// Parts of a page whose scripts are loaded when they are needed (requirement SH30): a script that does not arrive is asked for again.
import { now } from './clock.ts';
import { reloadPage } from './restored.ts';
import { isOutdated } from './version.ts';

/** The address in what Chrome and Firefox say; Safari names none, and asks again for a script that did not arrive. */
const ADDRESS = /https?:\S+/;

/** Chrome answers a failed import from memory until the page is loaded again, but not under another query. */
export async function importPart<Module, Part>(
  load: () => Promise<Module>,
  pick: (module: Module) => Part,
): Promise<Part> {
  try {
    return pick(await load());
  } catch (error) {
    const address = ADDRESS.exec(String(error))?.[0];
    if (address === undefined) throw error;
    const part: Part | undefined = pick(
      (await import(/* @vite-ignore */ `${address}?again=${now().getTime()}`)) as Module,
    );
    // The build may have put it into one file with others, where it has another name.
    if (part === undefined) throw error;
    return part;
  }
}

/**
 * Loads the page again for a script that does not arrive: after a deployment, or as the last resort, since a script that it imports may
 * be what the browser remembers as failed. Without the server nothing on the screen is given up.
 */
export async function reloadForScripts(isLastResort: boolean): Promise<void> {
  const mayReload = (await isOutdated()) || (isLastResort && (await isServerThere()));
  if (mayReload) reloadPage();
}

const isServerThere = (): Promise<boolean> =>
  fetch(globalThis.location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
