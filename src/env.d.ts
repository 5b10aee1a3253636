// Types of what the build defines for pages.
/// <reference types="astro/client" />
interface ImportMetaEnv {
  /** The niche folder being built. */
  readonly NICHE: string;
}
