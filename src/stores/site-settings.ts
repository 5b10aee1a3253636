// The site's settings: the snapshot in the page, refreshed once at run time.
import { atom, onMount } from 'nanostores';
import { site, type SiteSettings } from '#contract/site';
import { client } from '#lib/api';
import { readPage } from '#lib/page';

const api = client({ settings: site.settings });

/** The page's snapshot, then the server's response; if the refresh fails, the snapshot stays. */
export const $siteSettings = atom<SiteSettings>(undefined as never);

/** Whether the refresh has finished, successfully or not: until then server-only values such as the visitor's country are missing. */
export const $isSiteSettingsFetched = atom(false);

let isRefreshed = false;
onMount($siteSettings, () => {
  $siteSettings.set(readPage().siteSettings);
  if (isRefreshed) return;
  isRefreshed = true;
  void api
    .settings()
    .then((answer) => $siteSettings.set({ ...answer.settings, ...localizedTexts() }))
    .catch(() => undefined)
    .finally(() => $isSiteSettingsFetched.set(true));
});

/** The server's texts are in the domain's language; the page carries them in the visitor's. */
function localizedTexts(): Partial<SiteSettings> {
  const { fictional_warning, fictional_singular, fictional_plural } = readPage().siteSettings;
  return { fictional_warning, fictional_singular, fictional_plural };
}

/** To be called after a navigation to another language. */
export const refreshSiteSettings = (): void => $siteSettings.set({ ...$siteSettings.get(), ...localizedTexts() });
