// What the fields of a section show: values with all that is typed, and the errors of the last attempt.
import { useStore } from '@nanostores/react';
import type { OwnProfile } from '#contract/profile';
import { AGE } from '#domain/limits';
import { errorText } from '#lib/i18n';
import { $saving } from '#stores/profile';
import type { SectionName } from '#stores/profile-drafts';
import { $edited } from '#stores/profile-edit';

interface Shown {
  readonly profile: OwnProfile;
  /** The error of a field; null when it has none. */
  readonly errorOf: (field: string) => string | null;
}

/** Throws while there is no profile; sections are drawn only with one. */
export function useSection(section: SectionName): Shown {
  const profile = useStore($edited);
  const saving = useStore($saving)[section];
  if (!profile) throw new Error('There is no profile to edit.');
  const fields = saving?.state === 'failed' ? saving.fields : {};
  const errorOf = (field: string): string | null => {
    const code = fields[field];
    return code ? errorText(`field_${code}`, { min_age: AGE.min }) : null;
  };
  return { profile, errorOf };
}
