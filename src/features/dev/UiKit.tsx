// The UI kit for developers: every UI component in every state, with texts of the product.
import { useState, type ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { Avatar } from '#ui/Avatar';
import { Badge } from '#ui/Badge';
import { Chip } from '#ui/Chip';
import { EmptyState } from '#ui/EmptyState';
import { ErrorState } from '#ui/ErrorState';
import { Facts } from '#ui/Facts';
import { Icon, iconNames } from '#ui/Icon';
import type { Elements } from '#ui/LoneText';
import { MemberSkeleton } from '#ui/MemberSkeleton';
import { Notice } from '#ui/Notice';
import { Pager } from '#ui/Pager';
import { PersonCard } from '#ui/PersonCard';
import { PersonCardSkeleton } from '#ui/PersonCardSkeleton';
import { PhotoStrip } from '#ui/PhotoStrip';
import { SearchSkeleton } from '#ui/SearchSkeleton';
import { UiKitButtons } from './UiKitButtons.tsx';
import { UiKitForms } from './UiKitForms.tsx';
import { UiKitOverlays } from './UiKitOverlays.tsx';

interface Props {
  /** The brand's name. */
  name: string;
  /** Address of a 640 px portrait. */
  photo?: string | null;
  /** The niche's drawings. */
  empty?: ReactNode;
  lost?: ReactNode;
}

/** Stands in for the words of the settings. */
const fictional = () => ({ profile: t('members:fictional'), profiles: t('members:fictional') });
const person = { name: 'Maximiliane-Johanna', age: 42, city: 'Bergisch Gladbach' };

export function UiKit({ name: brand, photo = null, empty, lost }: Props) {
  return (
    <div className="ui-kit">
      <h1>{brand}</h1>
      <Part name="Button">
        <UiKitButtons />
      </Part>
      <Part name="Field · Select · Segmented · AgeRange · Switch">
        <UiKitForms />
      </Part>
      <Part name="Modal · Toast · Menu">
        <UiKitOverlays />
      </Part>
      <Part name="Icon">
        <Icons />
      </Part>
      <Part name="Badge · Chip · Avatar">
        <Marks photo={photo} />
      </Part>
      <Part name="Notice">
        <Notices />
      </Part>
      <Part name="PersonCard · PersonCardSkeleton">
        <Cards photo={photo} />
      </Part>
      <Part name="PhotoStrip · Facts · Pager">
        <Lists photo={photo} />
      </Part>
      <Part name="EmptyState">
        <Empty drawing={empty} />
      </Part>
      <Part name="ErrorState">
        <Failed drawing={lost} />
      </Part>
      <Part name="SearchSkeleton">
        <SearchSkeleton label={t('shell:loading')} />
      </Part>
      <Part name="MemberSkeleton">
        <MemberSkeleton label={t('shell:loading')} />
      </Part>
    </div>
  );
}

const Part = ({ name, children }: { name: string; children: Elements }) => (
  <section className="ui-kit-part">
    <h2>{name}</h2>
    {children}
  </section>
);

const Icons = () => (
  <ul className="chips">
    {iconNames.map((name) => (
      <li className="chip" key={name}>
        <Icon name={name} />
        <span>{name}</span>
      </li>
    ))}
  </ul>
);

const Marks = ({ photo }: { photo: string | null }) => (
  <div className="ui-kit-row">
    <Badge count={3} label={t('members:filters_on', { count: 3 })} />
    <Badge count={120} tone="amber" />
    <Badge count={0} tone="danger" />
    <Badge count={1} tone="primary" />
    <Chip icon="place">{person.city}</Chip>
    <Chip tone="on">{t('members:filters')}</Chip>
    <Chip tone="shared">{t('members:interests')}</Chip>
    <Chip icon="real" isPressed={false} onClick={() => undefined}>
      {t('members:real', fictional())}
    </Chip>
    <Chip icon="real" isPressed onClick={() => undefined}>
      {t('members:real', fictional())}
    </Chip>
    <Avatar address={photo} size="small" />
    <Avatar address={photo} />
    <Avatar address={null} size="large" />
  </div>
);

const Notices = () => (
  <>
    {(['attention', 'warning', 'success', 'danger', 'fictional'] as const).map((tone) => (
      <Notice key={tone} tone={tone}>
        <b>{t('members:fictional_heading', fictional())}</b> <span>{t('members:real_note')}</span>{' '}
        <a href="#main">{t('members:fictional_real', fictional())}</a>
      </Notice>
    ))}
  </>
);

const Cards = ({ photo }: { photo: string | null }) => {
  const shared = { href: '#main', title: t('members:card', person), place: person.city, line: t('members:real_note') };
  return (
    <ul className="grid-people">
      <li>
        <PersonCard {...shared} photo={photo} fictional={null} />
      </li>
      <li>
        <PersonCard {...shared} photo={photo} fictional={t('members:fictional')} />
      </li>
      <li>
        <PersonCard {...shared} place={null} photo={null} fictional={t('members:fictional')} />
      </li>
      <li>
        <PersonCardSkeleton />
      </li>
    </ul>
  );
};

const Lists = ({ photo }: { photo: string | null }) => {
  const [current, setCurrent] = useState('1');
  const [page, setPage] = useState(2);
  const photos = ['1', '2', '3', '4'].map((id) => ({
    id,
    address: id > '2' ? null : photo,
    locked: null,
    label: t('members:photo', { number: id, total: 4 }),
  }));
  return (
    <div className="ui-kit-narrow">
      <div className="ui-kit-strip">
        <PhotoStrip label={t('members:photos')} photos={photos} current={current} onChoose={setCurrent} />
      </div>
      <Facts
        facts={[
          {
            icon: 'handshake',
            label: t('members:fact_relationship_status'),
            value: t('members:relationship_status_open_relationship'),
          },
          { icon: 'place', label: t('members:fact_home'), value: person.city },
        ]}
      />
      <Pager
        page={page}
        hasNext={page < 3}
        words={{ label: t('members:page', { page }), previous: t('members:previous'), next: t('members:next') }}
        hrefOf={(target) => `?page=${target}`}
        onGo={setPage}
      />
    </div>
  );
};

const Empty = ({ drawing }: { drawing: ReactNode }) => (
  <EmptyState heading={t('members:empty_heading')} text={t('members:empty_text')}>
    {drawing}
  </EmptyState>
);

const Failed = ({ drawing }: { drawing: ReactNode }) => (
  <ErrorState heading={t('members:failed_heading')} text={errorText('offline')} onRetry={() => undefined}>
    {drawing}
  </ErrorState>
);
