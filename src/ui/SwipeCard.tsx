// A card of the swipe game: photo, name and age, place, and one line.
import type { HTMLAttributes, Ref } from 'react';
import type { MemberCard } from '#contract/members';
import { t } from '#lib/i18n';
import { FictionalLabel } from './FictionalLabel.tsx';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import { Tag } from './Tag.tsx';
import { Verified } from './Verified.tsx';

/** Where the card is: on top, behind it, or on its way out. */
export type CardPlace = 'top' | 'second' | 'third' | 'leaving';

interface Props {
  card: MemberCard;
  /** The prefix of photo addresses. */
  prefix: string;
  place: CardPlace;
  /** The dragged element. */
  dragged?: Ref<HTMLDivElement>;
  handlers?: HTMLAttributes<HTMLDivElement>;
}

const SIZES = '(min-width: 768px) 400px, min(100vw - 32px, 420px)';

export function SwipeCard({ card, prefix, place, dragged, handlers }: Props) {
  const { name, age, city, line, fictional, verified, main_image: image } = card;
  return (
    <div ref={dragged} className="swipe-card" data-place={place} aria-hidden={place !== 'top'} {...handlers}>
      <span className="swipe-photo">
        <Picture address={image && prefix + image.match} alt="" sizes={SIZES} isFirst />
      </span>
      {fictional && <FictionalLabel text={t('members:fictional')} />}
      <span className="swipe-stamp swipe-stamp-like" aria-hidden="true">
        <Icon name="heart" />
      </span>
      <span className="swipe-stamp swipe-stamp-pass" aria-hidden="true">
        <Icon name="close" />
      </span>
      <div className="swipe-who">
        {image?.ai && <Tag>{t('members:ai')}</Tag>}
        <h2>
          <span>{t('members:card', { name, age })}</span>
          {verified && <Verified />}
        </h2>
        {city && (
          <p className="swipe-place">
            <Icon name="place" />
            <span>{city}</span>
          </p>
        )}
        {line && (
          <p className="swipe-line" dir="auto">
            {line}
          </p>
        )}
      </div>
    </div>
  );
}
