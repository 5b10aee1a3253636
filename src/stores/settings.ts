// The site's settings: the snapshot the page was built with, refreshed once at run time.
import { atom, onMount } from 'nanostores';
import { site, type Settings } from '#contract/site';
import { client } from '#lib/api';
import { readPage } from '#lib/page';

const api = client({ settings: site.settings });

/** The settings: the page's snapshot at once, the server's answer when it comes; a failing refresh keeps the snapshot. */
export const $settings = atom<Settings>(undefined as never);

/** Whether the server has been asked: what only it can know, such as the visitor's country, is there if it ever will be. */
export const $isAsked = atom(false);

let isRefreshed = false;
onMount($settings, () => {
  $settings.set(readPage().settings);
  if (isRefreshed) return;
  isRefreshed = true;
  void api
    .settings()
    .then((answer) => $settings.set({ ...answer.settings, ...ownWords() }))
    .catch(() => undefined)
    .finally(() => $isAsked.set(true));
});

/** Texts of the settings are in the domain's language; the page knows them in the visitor's. */
function ownWords(): Partial<Settings> {
  const { fictional_warning, fictional_singular, fictional_plural } = readPage().settings;
  return { fictional_warning, fictional_singular, fictional_plural };
}

/** To be called when a page in another language has been swapped in. */
export const refreshSettings = (): void => $settings.set({ ...$settings.get(), ...ownWords() });
