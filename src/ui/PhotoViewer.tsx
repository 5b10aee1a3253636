// Photos over the whole screen, in a native dialog, which keeps the focus and gives it back; what moves is loaded when first opened.
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { closing } from './closing.ts';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import { lazyPart } from './LazyPart.tsx';

const PhotoGallery = lazyPart(
  () => import('./PhotoGallery.tsx'),
  (module) => module.PhotoGallery,
);

export interface ViewerPhoto {
  readonly id: string;
  /** Null when the viewer may not see it. */
  readonly address: string | null;
  readonly alt: string;
  /** What is said about it, e.g. that it is private. */
  readonly note?: string | undefined;
  /** What has to be said on it, e.g. that it was made with AI. */
  readonly mark?: string | undefined;
}

export interface ViewerTexts {
  readonly close: string;
  readonly previous: string;
  readonly next: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly failed: string;
  /** The list of photos, for screen readers. */
  readonly photos: string;
  /** The text for a photo's place, with `{index}` and `{total}` in it. */
  readonly place: string;
}

interface Props {
  isOpen: boolean;
  /** The dialog's name for screen readers. */
  label: string;
  photos: readonly ViewerPhoto[];
  current: string;
  texts: ViewerTexts;
  /** Shown in place of a photo that the viewer may not see. */
  locked: ReactNode;
  /** A further button of the bar. */
  tool?: ReactNode;
  onChange: (id: string) => void;
  onClose: () => void;
}

export function PhotoViewer({ isOpen, label, photos, current, texts, locked, tool, onChange, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  const close = (
    <button key="close" className="round" type="button" aria-label={texts.close} onClick={onClose}>
      <Icon name="close" />
    </button>
  );
  const photo = photos.find(({ id }) => id === current);
  return (
    <dialog ref={dialog} className="lightbox" aria-label={label} {...closing(onClose)}>
      {isOpen && (
        <Suspense
          fallback={
            <>
              <div className="lightbox-waiting">
                {photo?.address ? <Picture address={photo.address} alt="" sizes="100vw" isFirst /> : locked}
              </div>
              <div className="lightbox-bar">{close}</div>
            </>
          }
        >
          <PhotoGallery
            dialog={dialog}
            photos={photos}
            first={current}
            texts={texts}
            locked={locked}
            tool={tool}
            close={close}
            onChange={onChange}
            onClose={onClose}
          />
        </Suspense>
      )}
    </dialog>
  );
}
