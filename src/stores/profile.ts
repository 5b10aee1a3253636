// One's own profile: shown with the sections that are being saved, and put back when one is refused.
import { computed, map, onMount } from 'nanostores';
import type { ApiErrorBody } from '#contract/errors';
import { type OwnProfile, profile, type ProfileSection } from '#contract/profile';
import { completenessOf } from '#domain/completeness';
import { sexualityOf } from '#domain/orientation';
import { ApiError, client, errorCode } from '#lib/api';
import { onLive } from './live.ts';
import { onSessionEnd } from './private-data.ts';
import { forgetFields, forgetTyped, restoreTyped, type SectionName, typedIn } from './profile-drafts.ts';
import { createResource, type ResourceState } from './resource.ts';
import { clearResults } from './search.ts';
import { loadUser } from './session.ts';
import { $siteSettings } from './site-settings.ts';

const api = client({ own: profile.own, save: profile.save });

export type Saving =
  | { readonly state: 'saving' }
  | { readonly state: 'saved' }
  | {
      readonly state: 'failed';
      readonly code: string;
      readonly fields: NonNullable<ApiErrorBody['error']['fields']>;
      readonly seconds?: number;
    };

const $stored = createResource({ load: () => api.own() });
/** Changes of sections whose answer has not come. */
const $sent = map<Partial<Record<SectionName, Record<string, unknown>>>>({});
/** How saving a section went, until its fields change. */
export const $saving = map<Partial<Record<SectionName, Saving>>>({});

/** The profile as if all that was sent were stored already. */
export const $profile = computed(
  [$stored, $sent, $siteSettings],
  (stored, sent, siteSettings): ResourceState<{ profile: OwnProfile }> => {
    if (stored.state !== 'ready') return stored;
    const expected = { ...stored.profile, ...Object.assign({}, ...Object.values(sent)) } as OwnProfile;
    const { gender, seeks } = expected;
    const sexuality = gender !== 'other' && seeks ? sexualityOf(gender, seeks) : expected.sexuality;
    const whole = { ...expected, sexuality };
    return { ...stored, profile: { ...whole, completeness: completenessOf(whole, siteSettings) } };
  },
);

onSessionEnd(() => {
  $sent.set({});
  $saving.set({});
  forgetTyped();
});

/** Loads it again, if it is shown. */
export const reloadProfile = async (): Promise<void> => void ($stored.ready() && (await $stored.reload()));

/** The photos of the profile, or another tab, may have changed it. */
onMount($profile, () => onLive('user', () => void reloadProfile()));

/** Loads the profile, and what was typed and not saved when the page was left. */
export async function openProfile(): Promise<void> {
  await $stored.reload();
  const stored = $stored.ready();
  if (stored) restoreTyped(stored.profile);
}

export const storedProfile = (): OwnProfile | null => $stored.ready()?.profile ?? null;

/** Sections that decide who is found and who finds this member. */
const matched: readonly SectionName[] = ['basics', 'orientation', 'place'];

/**
 * Sends what was typed in a section, or in some fields of it. What is typed while it is under way stays for the next time.
 */
export async function saveSection(section: SectionName, fields?: readonly string[]): Promise<void> {
  const typed = Object.entries(typedIn(section));
  const changes = Object.fromEntries(typed.filter(([name]) => fields?.includes(name) ?? true));
  if (Object.keys(changes).length === 0 || $saving.get()[section]?.state === 'saving') return;
  $sent.setKey(section, changes);
  $saving.setKey(section, { state: 'saving' });
  try {
    const answer = await api.save({ section, ...changes } as ProfileSection);
    // A reload that began before may bring what was stored before.
    $stored.cancel();
    $stored.updater()(() => answer);
    forgetFields(section, changes, answer.profile);
    $saving.setKey(section, { state: 'saved' });
    if (matched.includes(section)) clearResults();
    void loadUser();
  } catch (error) {
    const { fields = {}, retry_after: seconds } = error instanceof ApiError ? error.body : {};
    $saving.setKey(section, { state: 'failed', code: errorCode(error), fields, ...(seconds ? { seconds } : {}) });
  } finally {
    $sent.setKey(section, undefined);
  }
}
