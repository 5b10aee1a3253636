// A modal on the native <dialog>; Escape and a click on the backdrop close it.
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { Icon } from './Icon.tsx';
import { closing } from './closing.ts';
import { useCloseOnUnmount } from './use-close-on-unmount.ts';

interface Props {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** 300, 500, 800 or 1140 px (requirement SI36). */
  size?: 'small' | 'normal' | 'large' | 'wide';
  /** A bottom sheet on phones. */
  isSheet?: boolean;
  onClose: () => void;
}

export function Modal({ isOpen, title, children, size = 'normal', isSheet, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnUnmount(dialog);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  const onBackdropClick = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  const className = `modal${size === 'normal' ? '' : ` modal-${size}`}${isSheet ? ' modal-sheet' : ''}`;
  return (
    <dialog ref={dialog} className={className} aria-labelledby={id} onClick={onBackdropClick} {...closing(onClose)}>
      <div className="modal-head">
        <h2 id={id}>{title}</h2>
        <button className="round" type="button" aria-label={t('shell:close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="modal-body">{isOpen && children}</div>
    </dialog>
  );
}
