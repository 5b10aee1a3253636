// Shows banners without moving the content: one that has no reserved space waits for the next page, and one that goes leaves its space
// until then, unless the member dismissed it.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { releaseSpace, rememberHeights, reservedHeight } from '#lib/banner-space';
import { $dismissed } from '#stores/alerts';
import { usePageCount } from './use-route.ts';

export interface Banner {
  /** Also the name under which it is dismissed. */
  readonly name: string;
  readonly content: ReactNode;
  /** It answers what the member has just done, so it does not wait. */
  readonly isAnswer?: boolean;
}

interface Props {
  readonly banners: readonly Banner[];
  /** Whether no further banner is expected. */
  readonly isSettled: boolean;
}

type State = 'shown' | 'gone' | 'waiting';
interface Arranged {
  readonly banner: Banner;
  readonly state: State;
}

export function BannerSpace({ banners, isSettled }: Props) {
  const page = usePageCount();
  const box = useRef<HTMLDivElement>(null);
  /** The banners that have their place on this page, also those that are gone. */
  const [places, setPlaces] = useState<{ page: number; banners: readonly Banner[] }>({ page: 0, banners: [] });
  // A new page is painted with all that is due.
  const placed = places.page === page ? places.banners : banners;
  if (places.page !== page) setPlaces({ page, banners });

  const all = arranged(placed, banners);

  // Only when something comes or goes: measuring has the browser lay the page out.
  useLayoutEffect(() => {
    const heights = [...(box.current?.children ?? [])].map((child) => child.getBoundingClientRect().height);
    const measured = arranged(placed, banners).map((each, at) => ({ ...each, height: heights[at] ?? 0 }));
    const total = (...states: State[]): number =>
      measured.reduce((sum, { state, height }) => sum + (states.includes(state) ? height : 0), 0);
    const isDue = ({ state }: Arranged): boolean => state !== 'gone';
    rememberHeights(new Map(measured.filter(isDue).map(({ banner, height }) => [banner.name, height])), isSettled);

    const left = measured.filter(({ banner, state }) => state !== 'gone' || !$dismissed.get().has(banner.name));
    if (left.length < measured.length) releaseSpace();
    const room = reservedHeight() - total('shown', 'gone');
    const next = left.find(({ state }) => state === 'waiting');
    const isFitting = next !== undefined && (next.banner.isAnswer === true || next.height <= room + 1);
    if (left.length === measured.length && !isFitting) return;
    const kept = left.filter(({ state, banner }) => state !== 'waiting' || (isFitting && banner === next.banner));
    setPlaces({ page, banners: kept.map(({ banner }) => banner) });
  }, [page, placed, banners, isSettled]);

  return (
    <div ref={box} className="banners" aria-live="polite">
      {all.map(({ banner, state }) => (
        <div key={banner.name} data-state={state} inert={state === 'gone'}>
          {banner.content}
        </div>
      ))}
    </div>
  );
}

/** The banners that have their place, also those that are not due any more, then those that wait for one. */
function arranged(placed: readonly Banner[], banners: readonly Banner[]): Arranged[] {
  const due = new Map(banners.map((banner) => [banner.name, banner]));
  const names = new Set(placed.map(({ name }) => name));
  return [
    ...placed.map((each): Arranged => ({
      banner: due.get(each.name) ?? each,
      state: due.has(each.name) ? 'shown' : 'gone',
    })),
    ...banners.filter(({ name }) => !names.has(name)).map((banner): Arranged => ({ banner, state: 'waiting' })),
  ];
}
