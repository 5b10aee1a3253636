// The top of one's own profile: picture, name, the way to see it as others do, and what it still lacks.
import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import type { Completeness, OwnProfile } from '#contract/profile';
import { INTERESTS } from '#domain/limits';
import { photoWord } from '#domain/photo-words';
import { formatNumber, t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { $user } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Picture } from '#ui/Picture';

const SIZES = '(min-width: 992px) 320px, 120px';

export function ProfileHead({ profile }: { profile: OwnProfile }) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const user = useStore($user);
  const { id, name, main_image: image, completeness, country } = profile;
  return (
    <div className="own-head">
      <div className="own-face">
        <div className="own-picture">
          <Picture
            address={image && prefix + image.match}
            alt={image ? t(`profile:photo_${photoWord(country)}`) : t('profile:no_photo')}
            sizes={SIZES}
            isFirst
          />
        </div>
        <div className="own-name">
          <h1>{t('profile:heading')}</h1>
          <p dir="auto">{user ? t('members:card', { name, age: user.profile.age }) : name}</p>
          <Button kind="line" icon="eye" href={linkTo('members-id', { id })}>
            {t('profile:preview')}
          </Button>
        </div>
      </div>
      <CompletenessPanel completeness={completeness} />
    </div>
  );
}

function CompletenessPanel({ completeness }: { completeness: Completeness }) {
  const { done, of, missing } = completeness;
  const text = t('profile:complete', { done: formatNumber(done), of: formatNumber(of) });
  return (
    <section className="panel completeness" aria-labelledby="completeness">
      <h2 id="completeness">{missing.length === 0 ? t('profile:complete_all') : text}</h2>
      <progress className="meter" value={done} max={of} aria-labelledby="completeness" />
      {missing.length > 0 && (
        <>
          <h3>{t('profile:complete_next')}</h3>
          <ul>
            {missing.slice(0, SHOWN_STEPS).map((step) => (
              <li key={step}>
                <Icon name="right" />
                <StepLink step={step} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** More would be a list of faults. */
const SHOWN_STEPS = 3;

type Step = Completeness['missing'][number];

/** The field of a step has its name; a town can be chosen once there is a region. */
function focusField(step: Step): void {
  const names = step === 'city' ? ['city', 'region'] : [step];
  const selector =
    step === 'photo'
      ? '.own-photos-add button'
      : names.map((name) => `.own-sections [name="${name}"]:not(:disabled)`).join(', ');
  document.querySelectorAll<HTMLElement>(selector).item(0)?.focus();
}

function StepLink({ step }: { step: Step }) {
  const text =
    step === 'interests' ? t('profile:step_interests', { count: INTERESTS.wanted }) : t(`profile:step_${step}`);
  const go = (event: MouseEvent): void => {
    event.preventDefault();
    focusField(step);
  };
  return (
    <a href={`#own-${step}`} onClick={go}>
      {text}
    </a>
  );
}
