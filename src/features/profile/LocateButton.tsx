// The button that fills in the town of the browser's position: idle, asking, found, or why not.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Geocode } from '#contract/site';
import { t } from '#lib/i18n';
import { $geocode, locate, resetGeocode } from '#stores/geocode';
import { Button } from '#ui/Button';

export function LocateButton({ onFound }: { onFound: (place: Geocode) => void }) {
  const geocode = useStore($geocode);
  // A town that is found after leaving must not change the form of the next visit.
  useEffect(() => resetGeocode, []);
  const press = async (): Promise<void> => {
    const place = await locate();
    if (place) onFound(place);
  };
  const isAsking = geocode.state === 'asking';
  return (
    <div className="field locate" data-state={geocode.state}>
      <Button icon="locate" isBusy={isAsking} onClick={() => void press()}>
        {t(isAsking ? 'profile:locating' : 'profile:locate')}
      </Button>
      <p className={geocode.state === 'error' ? 'field-error' : 'field-note'} role="status">
        {geocode.state === 'active'
          ? t('profile:located', { city: geocode.place.city })
          : geocode.state === 'error' && t(`profile:locate_${geocode.fault}`)}
      </p>
      <p className="field-note">{t('profile:locate_note')}</p>
    </div>
  );
}
