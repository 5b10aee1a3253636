// The steps after joining, in their order; a feature adds its own with one entry.
import { lazy, type ComponentType } from 'react';
import type { SiteSettings } from '#contract/site';
import type { SignupStep } from '#contract/values';
import type { SavedSection } from '#stores/signup-steps';

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
const MessageStep = lazy(() => import('./MessageStep.tsx').then((module) => ({ default: module.MessageStep })));
const PhotoStep = lazy(() => import('./PhotoStep.tsx').then((module) => ({ default: module.PhotoStep })));
const PersonalStep = lazy(() => import('./PersonalStep.tsx').then((module) => ({ default: module.PersonalStep })));
const AboutStep = lazy(() => import('./AboutStep.tsx').then((module) => ({ default: module.AboutStep })));
const PushStep = lazy(() => import('./PushStep.tsx').then((module) => ({ default: module.PushStep })));

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
