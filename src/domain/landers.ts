// The landers, by the name in their address: pages for visitors from advertisements.
import { publicPage, type Route } from './route.ts';

const NAMES = [
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video',
] as const;

const lander = (name: string, path: string): Route =>
  publicPage(name, path, { layout: 'lander', screen: true, listed: true });

export const landers: readonly Route[] = [
  // It has no campaigns.
  lander('landers-tinderswipe', '/landers/tinderswipe'),
  ...NAMES.map((name) => lander(`landers-${name}-slug`, `/landers/${name}/:slug?`)),
];
