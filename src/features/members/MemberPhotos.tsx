// A member's photos: one large, a strip to choose from, and the link back to the search.
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Member, MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { $filters, $results } from '#stores/search';
import { $settings } from '#stores/settings';
import { Icon } from '#ui/Icon';
import { PhotoStrip } from '#ui/PhotoStrip';
import { Picture } from '#ui/Picture';
import { searchAddress } from './addresses.ts';

interface Props {
  card: MemberCard;
  photos: Member['photos'];
}

export function MemberPhotos({ card, photos }: Props) {
  const { cdn_prefix: prefix } = useStore($settings);
  const [chosen, setChosen] = useState<string | null>(null);
  const main = card.main_image?.match ?? null;
  const current =
    photos.find(({ id }) => id === chosen) ?? photos.find(({ match }) => match !== null && match === main);
  const match = current?.match ?? main;
  const strip = photos.map((photo, at) => ({
    id: photo.id,
    address: photo.match === null ? null : prefix + photo.match,
    label: photo.match === null ? t('members:locked') : t('members:photo', { number: at + 1, total: photos.length }),
  }));
  return (
    <div className="photos">
      <div className="viewer">
        <Picture
          address={match === null ? null : prefix + match}
          alt={t(match === null ? 'members:no_photo' : 'members:photo_of', { name: card.name })}
          sizes="(min-width: 1200px) 534px, (min-width: 768px) 45vw, 100vw"
          isFirst
        />
        <BackToSearch />
      </div>
      {strip.length > 1 && (
        <PhotoStrip label={t('members:photos')} photos={strip} current={current?.id ?? null} onChoose={setChosen} />
      )}
    </div>
  );
}

/** Preserves filters and page of the search. */
function BackToSearch() {
  const filters = useStore($filters);
  const results = useStore($results);
  return (
    <a
      className="round viewer-back"
      href={searchAddress(filters, results.state === 'ready' ? results.page : 1)}
      aria-label={t('members:to_search')}
    >
      <Icon name="left" />
    </a>
  );
}
