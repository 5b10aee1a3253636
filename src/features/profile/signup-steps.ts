// The steps after joining, in their order; a feature adds its own with one entry.
import type { ComponentType } from 'react';
import type { SiteSettings } from '#contract/site';
import type { SignupStep } from '#contract/values';
import type { SavedSection } from '#stores/signup-steps';
import { lazyPart } from '#ui/LazyPart';

/**
 * `name` is one of `signupSteps` of the contract, whose order this list keeps. `heading` and `note` are keys of texts; their
 * namespace must be among the words of src/pages/[...locale]/complete-signup.astro. `Content` draws the fields; the page saves `saved`
 * and moves on. A step without `isOffered` is offered on every site and device.
 */
export interface Step {
  readonly name: SignupStep;
  readonly heading: string;
  readonly note: string;
  readonly saved: readonly SavedSection[];
  readonly Content: ComponentType;
  readonly isOffered?: (siteSettings: SiteSettings, device: Device) => boolean;
}

interface Device {
  readonly canPush: boolean;
}

/** Each step is loaded when it is shown. */
const MessageStep = lazyPart(
  () => import('./MessageStep.tsx'),
  (module) => module.MessageStep,
);
const PhotoStep = lazyPart(
  () => import('./PhotoStep.tsx'),
  (module) => module.PhotoStep,
);
const PersonalStep = lazyPart(
  () => import('./PersonalStep.tsx'),
  (module) => module.PersonalStep,
);
const AboutStep = lazyPart(
  () => import('./AboutStep.tsx'),
  (module) => module.AboutStep,
);
const PushStep = lazyPart(
  () => import('./PushStep.tsx'),
  (module) => module.PushStep,
);

const steps: readonly Step[] = [
  {
    name: 'message',
    heading: 'signup:message_heading',
    note: 'signup:message_note',
    saved: [{ section: 'texts', fields: ['line'] }],
    Content: MessageStep,
  },
  { name: 'photo', heading: 'signup:photo_heading', note: 'signup:photo_note', saved: [], Content: PhotoStep },
  {
    name: 'personal',
    heading: 'signup:personal_heading',
    note: 'signup:personal_note',
    saved: [{ section: 'place' }, { section: 'details' }],
    Content: PersonalStep,
  },
  {
    name: 'about',
    heading: 'signup:about_heading',
    note: 'signup:about_note',
    saved: [{ section: 'texts', fields: ['about', 'looking_for'] }, { section: 'interests' }],
    Content: AboutStep,
    isOffered: ({ visible_profile_notes: notes, visible_profile_fields: fields }) =>
      notes.length > 0 || fields.includes('interests'),
  },
  {
    name: 'push',
    heading: 'signup:push_heading',
    note: 'signup:push_note',
    saved: [],
    Content: PushStep,
    isOffered: (_, { canPush }) => canPush,
  },
];

/** The steps of this site and device. */
export const offeredSteps = (siteSettings: SiteSettings, device: Device): Step[] =>
  steps.filter(({ isOffered }) => isOffered?.(siteSettings, device) ?? true);
