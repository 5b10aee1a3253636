// What moves in PhotoViewer: swiped, zoomed by pinch, double tap, wheel and keys, closed by pulling down.
import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import { Lightbox, type Slide } from 'yet-another-react-lightbox';
import { default as Zoom } from 'yet-another-react-lightbox/plugins/zoom';
import { Icon } from './Icon.tsx';
import type { ViewerPhoto, ViewerTexts } from './PhotoViewer.tsx';
import { pictureAddress } from './Picture.tsx';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    locked: LockedSlide;
  }
  interface LockedSlide {
    type: 'locked';
  }
  interface SlideImage {
    note?: string | undefined;
    mark?: string | undefined;
  }
}

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  photos: readonly ViewerPhoto[];
  /** The photo that is shown first. */
  first: string;
  texts: ViewerTexts;
  locked: ReactNode;
  tool?: ReactNode;
  close: ReactNode;
  onChange: (id: string) => void;
  onClose: () => void;
}

/** How often a double tap enlarges before it shows the whole photo again, and how far. */
const ZOOM = { maxZoomPixelRatio: 3, doubleClickMaxStops: 1, pinchZoomV4: true };
const ANIMATION = { fade: 0, swipe: 260, navigation: 180, zoom: 180 };
/** The dialog around it has the role, the name and the focus. */
const PORTAL = { role: 'presentation', 'aria-modal': undefined, 'aria-label': undefined };

const slideOf = ({ address, alt, note, mark }: ViewerPhoto): Slide =>
  address === null ? { type: 'locked' } : { src: pictureAddress(address, 1280), alt, note, mark };

export function PhotoGallery({ dialog, photos, first, texts, locked, tool, close, onChange, onClose }: Props) {
  // What changes meanwhile, such as a reloaded profile, must not move the photo that is shown.
  const [index] = useState(() => photos.findIndex(({ id }) => id === first));
  const [shown, setShown] = useState(index);
  const slides = useMemo(() => photos.map(slideOf), [photos]);
  const isAlone = slides.length === 1;
  return (
    <Lightbox
      open
      index={index}
      slides={slides}
      plugins={[Zoom]}
      zoom={ZOOM}
      animation={ANIMATION}
      carousel={{ finite: true, preload: 1, padding: 0, spacing: 0 }}
      controller={{ closeOnPullDown: true, closeOnEscape: false }}
      noScroll={{ disabled: true }}
      portal={{ root: () => dialog.current, container: PORTAL }}
      toolbar={{ buttons: [tool, 'zoom', close] }}
      labels={labelsOf(texts)}
      render={{
        slide: ({ slide }) => (slide.type === 'locked' ? locked : undefined),
        slideFooter: ({ slide }) => (slide.type === 'locked' ? null : <Notes note={slide.note} mark={slide.mark} />),
        controls: () => (isAlone ? null : <Place text={texts.place} number={shown + 1} total={slides.length} />),
        iconPrev: () => <Icon name="left" />,
        iconNext: () => <Icon name="right" />,
        iconZoomIn: () => <Icon name="zoom-in" />,
        iconZoomOut: () => <Icon name="zoom-out" />,
        iconLoading: () => <span className="lightbox-loading" />,
        iconError: () => <p role="alert">{texts.failed}</p>,
        ...(isAlone ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
      on={{
        view: ({ index: at }) => {
          setShown(at);
          if (photos[at]) onChange(photos[at].id);
        },
      }}
      close={onClose}
    />
  );
}

/** Screen readers hear it as the name of the photo's group. */
const Place = ({ text, number, total }: { text: string; number: number; total: number }) => (
  <p className="lightbox-place" aria-hidden="true">
    {text.replace('{index}', String(number)).replace('{total}', String(total))}
  </p>
);

const Notes = ({ note, mark }: { note: string | undefined; mark: string | undefined }) =>
  (note ?? mark) && (
    <p className="lightbox-note">
      {note && <Icon name="lock" />}
      {note && <span>{note}</span>}
      {mark && <span>{mark}</span>}
    </p>
  );

/** The library's own words; an empty description leaves the role to the screen reader's language. */
const labelsOf = (texts: ViewerTexts) => ({
  Previous: texts.previous,
  Next: texts.next,
  'Zoom in': texts.zoomIn,
  'Zoom out': texts.zoomOut,
  'Photo gallery': texts.photos,
  '{index} of {total}': texts.place,
  Slide: '',
  Carousel: '',
});
