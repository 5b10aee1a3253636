/** What a profile may say about the person a portrait shows, in the words of the API. */
import type { Look } from './look.ts';

const HAIR: Readonly<Record<Look['hairColour'], string>> = {
  black: 'black',
  espresso: 'brown',
  dark: 'brown',
  brown: 'brown',
  chestnut: 'brown',
  caramel: 'brown',
  auburn: 'red',
  copper: 'red',
  sand: 'blond',
  blond: 'blond',
  platinum: 'blond',
  salt: 'grey',
  pepper: 'grey',
  grey: 'grey',
  silver: 'grey',
  white: 'white',
};
const HIDDEN: readonly Look['hair'][] = ['headscarf', 'turban'];

export const describeFace = (look: Look) => ({
  id: look.id,
  gender: look.gender,
  age: look.age,
  build: look.build,
  /** Null where the hair is covered. */
  hairColour: HIDDEN.includes(look.hair) ? null : look.hair === 'bald' ? 'bald' : HAIR[look.hairColour],
  eyeColour: look.eyeColour,
  tattoo: look.tattoo !== undefined,
});
