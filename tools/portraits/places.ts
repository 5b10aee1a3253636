/** All place pictures, used as second photos. */
import { garden } from './places-garden.ts';
import { land } from './places-land.ts';
import { rooms } from './places-room.ts';
import { tables } from './places-table.ts';
import { town } from './places-town.ts';
import { weather } from './places-weather.ts';
import type { Place } from './place-kit.ts';

export const places: readonly Place[] = [...tables, ...rooms, ...town, ...garden, ...land, ...weather];
