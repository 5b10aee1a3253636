// The texts of a viewer of photos.
import { t } from './i18n.ts';

export const photoViewerTexts = () => ({
  close: t('shell:close'),
  previous: t('members:previous_photo'),
  next: t('members:next_photo'),
  zoomIn: t('members:zoom_in'),
  zoomOut: t('members:zoom_out'),
  failed: t('members:photo_failed'),
  photos: t('members:photos'),
  place: t('members:photo', { number: '{index}', total: '{total}' }),
});
