// The discreet icon and name: an installed app and notifications that do not name the brand. The drawings are the same in every brand.
export const PUSH_ICON = '/icon-192.png';
export const DISCREET_ICON = '/discreet-192.png';

/** The discreet form of a manifest's file name. */
export const discreetManifest = (file: string): string => file.replace(/^manifest/, 'manifest-discreet');
