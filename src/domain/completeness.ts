// How complete a profile is: counted from what it holds, of what its site shows.
import { type Completeness, type OwnProfile, profileSteps } from '#contract/profile';
import type { SiteSettings } from '#contract/site';
import { isBlank } from './graphemes.ts';
import { INTERESTS } from './limits.ts';

type Shown = Pick<SiteSettings, 'visible_profile_fields' | 'visible_profile_notes'>;
type Step = Completeness['missing'][number];
type Content = Omit<OwnProfile, 'completeness' | 'changeable'>;

/** Steps that count on every site. */
const always: readonly Step[] = ['photo', 'line', 'city'];

/** A rejected picture is not seen, so it does not count. */
function isDone(profile: Content, step: Step): boolean {
  if (step === 'photo') return profile.main_image !== null && profile.main_image.status !== 'rejected';
  if (step === 'interests') return profile.interests.length >= INTERESTS.wanted;
  const value = profile[step];
  return value !== null && !isBlank(value);
}

export function completenessOf(profile: Content, shown: Shown): Completeness {
  const counted = [...always, ...shown.visible_profile_fields, ...shown.visible_profile_notes];
  const steps = profileSteps.filter((step) => counted.includes(step));
  const missing = steps.filter((step) => !isDone(profile, step));
  return { done: steps.length - missing.length, of: steps.length, missing };
}
