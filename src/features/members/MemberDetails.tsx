// The sections of a profile: about, looking for, facts, interests, and private photos.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Member } from '#contract/members';
import { countryName, hasText, t } from '#lib/i18n';
import { $regions, loadRegions } from '#stores/regions';
import { Chip } from '#ui/Chip';
import { Facts } from '#ui/Facts';
import { Icon } from '#ui/Icon';
import { InterestIcon } from '#ui/InterestPicker';
import type { Elements } from '#ui/LoneText';
import { factsOf } from './member-facts.ts';

export function MemberDetails({ member }: { member: Member }) {
  const facts = factsOf(member, useHome(member));
  const interests = member.interests.filter((each) => hasText(`site:interest_${each}`));
  const hasLocked = member.photos.some(({ match }) => match === null);
  return (
    <>
      {member.about && (
        <Part heading={t('members:about')}>
          <p dir="auto">{member.about}</p>
        </Part>
      )}
      {member.looking_for && (
        <Part heading={t('members:looking_for')}>
          <p dir="auto">{member.looking_for}</p>
        </Part>
      )}
      {facts.length > 0 && (
        <Part heading={t('members:facts')}>
          <Facts facts={facts} />
        </Part>
      )}
      {interests.length > 0 && (
        <Part heading={t('members:interests')}>
          <ul className="chips">
            {interests.map((each) => (
              <li key={each}>
                <Chip drawing={<InterestIcon interest={each} />}>{t(`site:interest_${each}`)}</Chip>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {hasLocked && (
        <Part heading={t('members:locked')}>
          <div className="locked">
            <Icon name="lock" />
            <p>{t('members:locked_note')}</p>
          </div>
        </Part>
      )}
    </>
  );
}

function Part({ heading, children }: { heading: string; children: Elements }) {
  return (
    <section className="part">
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

/** Region and country; the region's name appears once the country's regions have loaded. */
function useHome({ country, region }: Member): string {
  const found = useStore($regions).find(({ id }) => id === region);
  useEffect(() => void (region && loadRegions(country)), [country, region]);
  return [found?.name, countryName(country)].filter(Boolean).join(', ');
}
