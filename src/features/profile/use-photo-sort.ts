// Moves a photo of the grid by its handle: dragged with mouse, finger or pen, or with the arrow keys.
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';
import type { OwnPhoto } from '#contract/photos';
import { arrangePhoto, movePhoto, openPhotos, savePhotoOrder } from '#stores/photos';

/** The properties of a handle. */
export interface PhotoHandle {
  onPointerDown(event: ReactPointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function usePhotoSort(list: RefObject<HTMLElement | null>, photos: readonly OwnPhoto[]) {
  const [dragged, setDragged] = useState<string | null>(null);
  const focused = useRef<string | null>(null);
  const handle = (id: string): HTMLElement | null =>
    list.current?.querySelector(`[data-photo="${id}"] .own-photo-bar > button`) ?? null;

  // An element that changes its place in the document loses the focus.
  useEffect(() => {
    if (focused.current) handle(focused.current)?.focus();
    focused.current = null;
  }, [photos]);

  useEffect(() => {
    if (dragged === null) return;
    let isMoved = false;
    const move = (event: PointerEvent): void => {
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-photo]');
      const to = over ? [...(list.current?.children ?? [])].indexOf(over) : -1;
      if (to < 0 || over?.getAttribute('data-photo') === dragged) return;
      isMoved = true;
      arrangePhoto(dragged, to);
    };
    const drop = (): void => {
      setDragged(null);
      if (isMoved) void savePhotoOrder();
    };
    const stop = (): void => {
      setDragged(null);
      void openPhotos();
    };
    // On the window, as the handle itself moves.
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', stop);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', stop);
    };
  }, [dragged]);

  /** `at` is the place of the photo, from 0; `onMoved` gets the new one, from 1. */
  const handleOf = (id: string, at: number, onMoved: (number: number) => void): PhotoHandle => ({
    onPointerDown: (event) => {
      if (event.button === 0) setDragged(id);
    },
    onKeyDown: (event) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const to = at + step;
      if (to < 0 || to >= photos.length) return;
      focused.current = id;
      void movePhoto(id, to);
      onMoved(to + 1);
    },
  });
  return { dragged, handleOf };
}
