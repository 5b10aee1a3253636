// Pictures of the app that browsers show before they install it. `scripts/art/app-screens.ts` draws them, and manifests list those that a
// brand has in a language.

/** In CSS pixels of the phone, with `scale` pixels of the picture for each; no picture is larger than `bytes`. */
export const APP_SCREEN = { width: 360, height: 740, scale: 1.5, bytes: 20_000 } as const;

/** Screens without words of other languages, as those of a conversation would be. */
export const APP_SCREENS = [
  { name: 'search', route: 'members', text: 'shell:nav_search' },
  { name: 'likes', route: 'likes', text: 'shell:nav_likes' },
] as const;

/** In the public folder of a niche, and below its address. */
export const screenFile = (name: string, language: string): string => `screens/${name}.${language}.webp`;
