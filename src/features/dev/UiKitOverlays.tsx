// Overlays in the UI kit: dialogs in each width, toasts, menus.
import { useState } from 'react';
import { t } from '#lib/i18n';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Menu } from '#ui/Menu';
import { Modal } from '#ui/Modal';
import { Toast } from '#ui/Toast';

const sizes = ['small', 'normal', 'large', 'wide'] as const;

export function UiKitOverlays() {
  const [open, setOpen] = useState<(typeof sizes)[number] | null>(null);
  const [isSheet, setSheet] = useState(false);
  const show = (size: (typeof sizes)[number], asSheet: boolean): void => {
    setSheet(asSheet);
    setOpen(size);
  };
  return (
    <>
      <div className="ui-kit-row">
        {sizes.map((size) => (
          <Button key={size} onClick={() => show(size, size === 'normal')}>
            {size}
          </Button>
        ))}
        <Menu button={<Icon name="world" />} label={t('shell:language')} buttonClass="btn btn-quiet">
          <li>
            <a href="#main" aria-current="true">
              {t('shell:nav_search')}
            </a>
          </li>
          <li>
            <button type="button">
              <Icon name="logout" />
              <span>{t('shell:logout')}</span>
            </button>
          </li>
        </Menu>
      </div>
      <Toast onClose={() => undefined}>{t('errors:language_failed')}</Toast>
      <Toast tone="danger" onClose={() => undefined}>
        {t('shell:logout_failed')}
      </Toast>
      <Modal
        isOpen={open !== null}
        title={t('members:filters')}
        size={open ?? 'normal'}
        isSheet={isSheet}
        onClose={() => setOpen(null)}
      >
        <p>{t('members:locked_note')}</p>
      </Modal>
    </>
  );
}
