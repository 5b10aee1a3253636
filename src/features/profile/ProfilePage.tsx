// One's own profile: how it looks, what it still lacks, and a form per section.
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, type ReactNode } from 'react';
import type { OwnProfile } from '#contract/profile';
import type { signupChoices } from '#domain/orientation';
import { errorText, t } from '#lib/i18n';
import { $profile, openProfile } from '#stores/profile';
import { $siteSettings } from '#stores/site-settings';
import { ErrorState } from '#ui/ErrorState';
import { ProfileSkeleton } from '#ui/ProfileSkeleton';
import { lazyPart } from '#ui/LazyPart';
import { BasicsSection } from './BasicsSection.tsx';
import { DetailsSection, hasDetails } from './DetailsSection.tsx';
import { PlaceSection } from './PlaceSection.tsx';
import { ProfileHead } from './ProfileHead.tsx';
import { TextsSection } from './TextsSection.tsx';

/** Loaded when the profile is: the page shows all at once. */
const InterestsSection = lazyPart(
  () => import('./InterestsSection.tsx'),
  (module) => module.InterestsSection,
);
const OrientationSection = lazyPart(
  () => import('./OrientationSection.tsx'),
  (module) => module.OrientationSection,
);
const PhotosSection = lazyPart(
  () => import('./PhotosSection.tsx'),
  (module) => module.PhotosSection,
);

const SelfieSection = lazyPart(
  () => import('./SelfieSection.tsx'),
  (module) => module.SelfieSection,
);

interface Props {
  /** The genders that the site has members of, and who they can look for. */
  choices: ReturnType<typeof signupChoices>;
  /** The niche's drawing for a failure. */
  lost?: ReactNode;
}

export function ProfilePage({ choices, lost }: Props) {
  const shown = useStore($profile);
  useEffect(() => void openProfile(), []);
  switch (shown.state) {
    case 'loading':
      return <ProfileSkeleton label={t('shell:loading')} />;
    case 'failed':
      return (
        <ErrorState
          heading={t('profile:failed_heading')}
          text={errorText(shown.code)}
          isPage
          onRetry={() => void openProfile()}
        >
          {lost}
        </ErrorState>
      );
    case 'ready':
      return (
        <Suspense fallback={<ProfileSkeleton label={t('shell:loading')} />}>
          <OwnProfilePage profile={shown.profile} choices={choices} />
        </Suspense>
      );
  }
}

function OwnProfilePage({ profile, choices }: { profile: OwnProfile; choices: Props['choices'] }) {
  const { visible_profile_fields: fields, verified_photos: canVerify } = useStore($siteSettings);
  return (
    <div className="own-profile">
      <ProfileHead profile={profile} />
      <div className="own-sections">
        <PhotosSection />
        {canVerify && <SelfieSection />}
        <TextsSection />
        <PlaceSection />
        {hasDetails(fields) && <DetailsSection />}
        {fields.includes('interests') && <InterestsSection />}
        <BasicsSection />
        <OrientationSection choices={choices} />
      </div>
    </div>
  );
}
