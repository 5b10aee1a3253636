// How a section of one's own profile is edited: typing, discarding, and what its fields show.
import { computed } from 'nanostores';
import type { OwnProfile } from '#contract/profile';
import { $profile, $saving, storedProfile } from './profile.ts';
import { $typed, discardTyped, type FieldsOf, type SectionName, sectionNames, typeFields } from './profile-drafts.ts';

/** Applies what is typed in a section. */
export function editSection<Name extends SectionName>(section: Name, fields: FieldsOf<Name>): void {
  const stored = storedProfile();
  if (!stored) return;
  typeFields(section, fields, stored);
  clearAnswers(section, Object.keys(fields));
}

/** Typing in a refused field takes its error away; the other errors stay. */
function clearAnswers(section: SectionName, typed: readonly string[]): void {
  const saving = $saving.get()[section];
  if (saving?.state === 'saved') $saving.setKey(section, undefined);
  if (saving?.state !== 'failed') return;
  const left = Object.fromEntries(Object.entries(saving.fields).filter(([name]) => !typed.includes(name)));
  $saving.setKey(section, Object.keys(left).length === 0 ? undefined : { ...saving, fields: left });
}

export function discardSection(section: SectionName): void {
  const stored = storedProfile();
  if (stored) discardTyped(section, stored);
  $saving.setKey(section, undefined);
}

/** The profile with all that is typed, which the fields show. */
export const $edited = computed([$profile, $typed], (shown, typed): OwnProfile | null =>
  shown.state === 'ready'
    ? { ...shown.profile, ...Object.assign({}, ...sectionNames.map((name) => typed[name] ?? {})) }
    : null,
);
