// A member's photos: one large, a strip to choose from, all of them over the whole screen, and the link back to the list.
import { useStore } from '@nanostores/react';
import { useMemo, useState, type MouseEvent } from 'react';
import type { Member, MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { isListBehind } from '#lib/opened-from';
import { linkTo, routeParameters } from '#lib/paths';
import { $filters, $results, cursorTo } from '#stores/search';
import { $siteSettings } from '#stores/site-settings';
import { Icon } from '#ui/Icon';
import { PhotoSlides, SlideMark } from '#ui/PhotoSlides';
import { PhotoStrip } from '#ui/PhotoStrip';
import { Picture } from '#ui/Picture';
import { LockedPhoto } from './LockedPhoto.tsx';
import { ProfilePhotoViewer } from './ProfilePhotoViewer.tsx';
import { searchAddress } from './addresses.ts';

interface Props {
  card: MemberCard;
  photos: Member['photos'];
}

const SIZES = '(min-width: 1200px) 534px, (min-width: 768px) 45vw, 100vw';

export function MemberPhotos({ card, photos }: Props) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isViewing, setViewing] = useState(false);
  const slides = useMemo(() => slidesOf(card, photos, prefix), [card, photos, prefix]);
  const current = slides.find(({ id }) => id === chosen) ?? slides[0];
  return (
    <div className="photos">
      <div className="viewer">
        {current ? (
          <PhotoSlides
            slides={slides}
            current={current.id}
            sizes={SIZES}
            enlarge={t('members:enlarge', { name: card.name })}
            locked={<LockedPhoto />}
            onChange={setChosen}
            onTap={() => setViewing(true)}
          />
        ) : (
          <MainPicture card={card} prefix={prefix} />
        )}
        <BackToList />
      </div>
      {slides.length > 1 && (
        <PhotoStrip label={t('members:photos')} photos={slides} current={current?.id ?? null} onChoose={setChosen} />
      )}
      {current && (
        <ProfilePhotoViewer
          isOpen={isViewing}
          photos={slides}
          current={current.id}
          card={card}
          onChange={setChosen}
          onClose={() => setViewing(false)}
        />
      )}
    </div>
  );
}

/** Shown until the photos have loaded, and when there are none. */
function MainPicture({ card: { name, main_image: main }, prefix }: { card: MemberCard; prefix: string }) {
  return (
    <>
      <Picture
        address={main && prefix + main.match}
        alt={t(main ? 'members:photo_of' : 'members:no_photo', { name })}
        sizes={SIZES}
        isFirst
      />
      {main?.ai && <SlideMark>{t('members:ai')}</SlideMark>}
    </>
  );
}

/** The main photo first, as it is shown before the others have loaded. */
function slidesOf(card: MemberCard, photos: Props['photos'], prefix: string) {
  const main = card.main_image?.match ?? null;
  const alt = t('members:photo_of', { name: card.name });
  return photos
    .toSorted((a, b) => Number(b.match === main) - Number(a.match === main))
    .map(({ id, match, locked, private: isPrivate, ai }, at) => ({
      id,
      locked: locked === null ? null : prefix + locked,
      address: match === null ? null : prefix + match,
      alt: match === null ? t('members:locked') : alt,
      label: match === null ? t('members:locked') : t('members:photo', { number: at + 1, total: photos.length }),
      note: isPrivate ? t('members:locked') : undefined,
      mark: ai && match !== null ? t('members:ai') : undefined,
    }));
}

/** Preserves filters and page of the search, and the scroll position where the list is the entry before. */
function BackToList() {
  const filters = useStore($filters);
  const results = useStore($results);
  const page = results.state === 'ready' ? results.page : 1;
  const isOfLikes = routeParameters('likes-m-id') !== null;
  const goBack = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !isListBehind()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <a
      className="round viewer-back"
      href={isOfLikes ? linkTo('likes') : searchAddress(filters, page, cursorTo(page))}
      aria-label={t(isOfLikes ? 'members:to_likes' : 'members:to_search')}
      onClick={goBack}
    >
      <Icon name="left" />
    </a>
  );
}
