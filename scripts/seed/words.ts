// Reads the texts and names of members by language from scripts/seed-words, and distributes them evenly.
import { existsSync, readFileSync } from 'node:fs';
import { Spread } from './spread.ts';
import type { Random } from './random.ts';

export type Gender = 'male' | 'female';

/** One text, or one for each gender where the language needs it. Without tags it suits every niche. */
export interface Phrase {
  readonly text?: string;
  readonly f?: string;
  readonly m?: string;
  readonly tags?: readonly string[];
}

type Names = Readonly<Record<Gender, readonly string[]>>;
export interface WordList {
  readonly names: Names;
  readonly namesOlder: Names;
  readonly lines: readonly Phrase[];
  readonly about: readonly Phrase[];
  readonly looking: readonly Phrase[];
}

export interface Speaker {
  readonly gender: Gender;
  readonly age: number;
  readonly country: string;
}

const EVERYDAY = 'everyday';
const OLDER_FROM = 58;
const SHORTEST_NAME = 3;
const FIRST_TAG_WEIGHT = 2;

/** The words of a language, or null where there are none yet. */
export function readWords(language: string): WordList | null {
  const file = new URL(`../seed-words/${language}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WordList) : null;
}

export const textFor = (phrase: Phrase, gender: Gender): string =>
  phrase.text ?? (gender === 'female' ? phrase.f : phrase.m) ?? '';

/**
 * The words of one language as one niche uses them: mostly those of its first tag, general ones where its own would
 * repeat.
 */
export class Voice {
  readonly #names: Readonly<Record<Gender, Readonly<Record<'younger' | 'older', Spread<string>>>>>;
  readonly #phrases: Readonly<Record<'lines' | 'about' | 'looking', Spread<Phrase>>>;

  constructor(words: WordList, tags: readonly string[]) {
    const long = (names: readonly string[]): Spread<string> =>
      new Spread(names.filter((name) => [...name].length >= SHORTEST_NAME));
    const both = (gender: Gender) => ({ younger: long(words.names[gender]), older: long(words.namesOlder[gender]) });
    this.#names = { female: both('female'), male: both('male') };
    const fitting = (phrases: readonly Phrase[]): Spread<Phrase> => spreadPhrases(phrases, tags);
    this.#phrases = { lines: fitting(words.lines), about: fitting(words.about), looking: fitting(words.looking) };
  }

  name({ gender, age, country }: Speaker, random: Random): string {
    return this.#names[gender][age >= OLDER_FROM ? 'older' : 'younger'].next(random, country);
  }

  say(kind: 'lines' | 'about' | 'looking', { gender, country }: Speaker, random: Random): string {
    return textFor(this.#phrases[kind].next(random, country), gender);
  }
}

function spreadPhrases(phrases: readonly Phrase[], tags: readonly string[]): Spread<Phrase> {
  const [first = EVERYDAY] = tags;
  const isFirst = (phrase: Phrase): boolean => tagsOf(phrase).includes(first);
  const allowed = [...tags, EVERYDAY];
  const fitting = phrases.filter((phrase) => tagsOf(phrase).some((tag) => allowed.includes(tag)));
  return new Spread(fitting, (phrase) => (isFirst(phrase) && first !== EVERYDAY ? FIRST_TAG_WEIGHT : 1));
}

export const tagsOf = (phrase: Phrase): readonly string[] => (phrase.tags?.length ? phrase.tags : [EVERYDAY]);
