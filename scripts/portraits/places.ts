/** All place pictures, used as second photos. */
import { indoors } from './places-indoors.ts';
import { nature } from './places-nature.ts';
import { town } from './places-town.ts';
import type { Place } from './place-kit.ts';

export const places: readonly Place[] = [...indoors, ...town, ...nature];
