// Which build the page came from, and whether the server has another one by now.

/** The script of the shell, whose name changes with anything that it loads; null on pages without one. */
export const versionOf = (page: ParentNode): string | null =>
  page.querySelector('astro-island[data-astro-transition-persist="shell"]')?.getAttribute('component-url') ?? null;

/** Loads this page again, without showing it. */
export async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch(globalThis.location.href, { headers: { Accept: 'text/html' } });
    const version = versionOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return version !== null && version !== versionOf(document);
  } catch {
    return false;
  }
}
