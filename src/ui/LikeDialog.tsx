// The dialog for a new like or a new match: the photos, what it means, and the next step (requirements LI9, LI10).
import { useEffect, useRef, type MouseEvent } from 'react';
import { closing } from './closing.ts';
import { FictionalLabel } from './FictionalLabel.tsx';
import { Icon } from './Icon.tsx';
import type { Elements } from './LoneText.tsx';
import { useCloseOnUnmount } from './use-close-on-unmount.ts';
import { Picture } from './Picture.tsx';

interface Props {
  /** The other member's id; null closes the dialog. */
  id: string | null;
  /** The profile's address and its name for screen readers. */
  profile: { readonly href: string; readonly label: string };
  /** Addresses of the photos; one's own only at a match. */
  photo: string | null;
  own?: string | null | undefined;
  /** The label of a fictional profile. */
  fictional: string | null;
  texts: { readonly heading: string; readonly text: string; readonly later: string; readonly close: string };
  /** The link of the next step. */
  action: Elements;
  /** The photo or the next step was pressed. */
  onChoose: (id: string) => void;
  onClose: () => void;
}

const HEADING = 'like-heading';

export function LikeDialog({ id, onChoose, onClose, ...shown }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnUnmount(dialog);
  useEffect(() => {
    if (id === null) dialog.current?.close();
    else if (dialog.current) return openWhenIdle(dialog.current);
    return undefined;
  }, [id]);
  // A click anywhere closes it; the browser still follows a clicked link.
  const press = ({ target }: MouseEvent): void => {
    if (id !== null && target instanceof Element && target.closest('a')) onChoose(id);
    onClose();
  };
  return (
    <dialog ref={dialog} className="match" aria-labelledby={HEADING} onClick={press} {...closing(onClose)}>
      {id !== null && <News {...shown} />}
    </dialog>
  );
}

function News({ profile, photo, own, fictional, texts, action }: Omit<Props, 'id' | 'onChoose' | 'onClose'>) {
  return (
    <>
      <button className="round match-close" type="button" aria-label={texts.close}>
        <Icon name="close" />
      </button>
      <div className="pair">
        {own !== undefined && (
          <span className="pair-photo">
            <Picture address={own} alt="" sizes="136px" isFirst />
          </span>
        )}
        <a className="pair-photo" href={profile.href} aria-label={profile.label}>
          <Picture address={photo} alt="" sizes="136px" isFirst />
        </a>
        <span className="pair-mark">
          <Icon name="heart" />
        </span>
      </div>
      {fictional !== null && <FictionalLabel text={fictional} />}
      <h2 id={HEADING}>{texts.heading}</h2>
      <p className="muted">{texts.text}</p>
      {action}
      <button className="btn btn-quiet btn-block" type="button">
        {texts.later}
      </button>
    </>
  );
}

/** Waits until no field has the focus, so that the dialog does not interrupt typing. */
function openWhenIdle(dialog: HTMLDialogElement): () => void {
  const open = (): void => {
    if (document.activeElement?.matches('input, textarea, select')) return;
    stop();
    if (!dialog.open) dialog.showModal();
  };
  // The next element receives the focus only after the event.
  const later = (): void => void requestAnimationFrame(open);
  const stop = (): void => document.removeEventListener('focusout', later);
  document.addEventListener('focusout', later);
  open();
  return stop;
}
