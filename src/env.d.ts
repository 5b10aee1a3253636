// Types of the constants that the build defines for pages.
/// <reference types="astro/client" />
interface ImportMetaEnv {
  /** Comma-separated folders of the niches being exported; a single one on the dev server. */
  readonly BUILD_NICHES: string;
  /** True for an export, false on the dev server. */
  readonly IS_EXPORT: boolean;
}
