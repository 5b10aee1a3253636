// The steps after joining: which one is shown, saving what it asks for, and moving on.
import { atom, computed } from 'nanostores';
import { signup } from '#contract/signup';
import type { SignupStep } from '#contract/values';
import { client } from '#lib/api';
import { queryOf, setQuery } from '#lib/paths';
import { onSessionEnd } from './private-data.ts';
import { $saving, saveSection } from './profile.ts';
import type { SectionName } from './profile-drafts.ts';
import { createSubmit } from './submit.ts';
import { $user, loadUser } from './session.ts';

const api = client({ finish: signup.finishStep });
const ROUTE = 'complete-signup';

/** A step, or the page after them that asks to confirm the address. */
export type SignupPlace = SignupStep | 'confirm';
/** Part of the own profile that a step asks for: a section, or some fields of it. */
export interface SavedSection {
  readonly section: SectionName;
  readonly fields?: readonly string[];
}

/** What the page shows; null until the member is known. Only the member moves on: another device does not change the page. */
export const $signupPlace = atom<SignupPlace | null>(null);
onSessionEnd(() => $signupPlace.set(null));

const $offered = atom<readonly SignupStep[]>([]);

/** The first step of those offered that the member has neither answered nor skipped. */
export const $openStep = computed(
  [$user, $offered],
  (user, offered): SignupPlace => offered.find((step) => user && !user.signup_steps.includes(step)) ?? 'confirm',
);

/** The steps of this page, in their order; a step that is shown and no longer among them is left. */
export function offerSteps(offered: readonly SignupStep[]): void {
  $offered.set(offered);
  const place = $signupPlace.get();
  if (place && place !== 'confirm' && !offered.includes(place)) $signupPlace.set($openStep.get());
}

/** Shows the step that the address names, else the one to continue with. Returns the function that stops it. */
export function openSignup(): () => void {
  const named = queryOf(ROUTE)?.['step'];
  $signupPlace.set([...$offered.get(), 'confirm' as const].find((place) => place === named) ?? null);
  return $user.subscribe((user) => {
    if (user && $signupPlace.get() === null) $signupPlace.set($openStep.get());
  });
}

/** Shows a step as a new entry of the history; the one before gets an address, so that Back returns to it. */
export function goToStep(place: SignupPlace): void {
  const before = $signupPlace.get();
  if (before) setQuery(ROUTE, { step: before }, false);
  setQuery(ROUTE, { step: place }, true);
  $signupPlace.set(place);
}

/** Records the step for all devices. */
export const $finishStep = createSubmit(async (step: SignupStep) => {
  await api.finish({ step });
  await loadUser();
});

/** Saves what the step asks for, then moves on; stays when something is refused. */
export async function finishStep(step: SignupStep, saved: readonly SavedSection[], next: SignupPlace): Promise<void> {
  for (const { section, fields } of saved) await saveSection(section, fields);
  if (saved.some(({ section }) => $saving.get()[section]?.state === 'failed')) return;
  await $finishStep.submit(step);
  if ($finishStep.get().state === 'done' && $signupPlace.get() === step) goToStep(next);
}
