// What is typed in the sections of one's own profile and not saved yet; kept on the device until it is.
import { map } from 'nanostores';
import { type OwnProfile, ProfileSection } from '#contract/profile';
import { readStored, writeStored } from '#lib/storage';
import { storagePrefix } from './session.ts';

export type SectionName = ProfileSection['section'];
export type FieldsOf<Name extends SectionName> = Omit<Extract<ProfileSection, { section: Name }>, 'section'>;
type Fields = Readonly<Record<string, unknown>>;

export const sectionNames = [
  'basics',
  'orientation',
  'place',
  'texts',
  'details',
  'interests',
] as const satisfies SectionName[];

/** Per section the fields that differ from what is stored. */
export const $typed = map<Partial<Record<SectionName, Fields>>>({});

export const typedIn = (section: SectionName): Fields => $typed.get()[section] ?? {};

/** The member whose drafts these are. */
let owner = '';
const storageKey = (section: SectionName): string => `${storagePrefix('draft', owner)}profile:${section}`;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keeps the fields that differ from the profile; none: the draft is deleted. */
function keep(section: SectionName, fields: Fields, stored: OwnProfile): void {
  const known: Fields = stored;
  const changed = Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSame(value, known[name])));
  const isEmpty = Object.keys(changed).length === 0;
  $typed.setKey(section, isEmpty ? undefined : changed);
  writeStored(storageKey(section), isEmpty ? null : JSON.stringify(changed));
}

/** Applies what the member types. */
export const typeFields = (section: SectionName, fields: Fields, stored: OwnProfile): void =>
  keep(section, { ...typedIn(section), ...fields }, stored);

/** Takes out what was saved, unless it was changed again meanwhile. */
export function forgetFields(section: SectionName, saved: Fields, stored: OwnProfile): void {
  const left = Object.entries(typedIn(section)).filter(([name, value]) => !isSame(value, saved[name]));
  keep(section, Object.fromEntries(left), stored);
}

export const discardTyped = (section: SectionName, stored: OwnProfile): void => keep(section, {}, stored);

/** Brings back what an earlier visit left, as far as it still fits the form. */
export function restoreTyped(stored: OwnProfile): void {
  owner = stored.id;
  for (const section of sectionNames) keep(section, { ...readDraft(section), ...typedIn(section) }, stored);
}

/** Leaves the device's copy: the session decides when that is erased. */
export const forgetTyped = (): void => $typed.set({});

function readDraft(section: SectionName): Fields {
  try {
    const draft: unknown = JSON.parse(readStored(storageKey(section)) ?? '{}');
    const parsed = ProfileSection.safeParse({ section, ...(typeof draft === 'object' ? draft : {}) });
    if (!parsed.success) return {};
    const { section: _, ...fields } = parsed.data;
    return fields;
  } catch {
    return {};
  }
}
