// Types of what the build defines for pages.
/// <reference types="astro/client" />
interface ImportMetaEnv {
  /** Folders of the niches being exported, with commas between; one on the dev server. */
  readonly BUILD_NICHES: string;
  /** Whether pages are made for an export, not for the dev server. */
  readonly IS_EXPORT: boolean;
}
