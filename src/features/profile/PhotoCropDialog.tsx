// The dialog in which a chosen photo is cut and turned before it is uploaded.
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { cropText, type PhotoArea } from '#domain/photo-crop';
import { PHOTO } from '#domain/limits';
import { t } from '#lib/i18n';
import { finishCropping, type PhotoFile } from '#stores/photo-uploads';
import { Button } from '#ui/Button';
import { Modal } from '#ui/Modal';
import { useFileAddress } from '#ui/use-file-address';

/** As on cards. */
const ASPECT = 4 / 5;
const MAX_ZOOM = 3;
const TURNS = ['0', '90', '180', '270'] as const;

export function PhotoCropDialog({ file }: { file: PhotoFile }) {
  const address = useFileAddress(file);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(MAX_ZOOM);
  const [turns, setTurns] = useState(0);
  const [area, setArea] = useState<PhotoArea | null>(null);
  const turn = TURNS[turns % TURNS.length] ?? '0';
  const turnRight = (): void => {
    setTurns(turns + 1);
    setPlace({ x: 0, y: 0 });
  };
  return (
    <Modal isOpen title={t('photos:crop_heading')} onClose={() => finishCropping(null)}>
      <div className="photo-crop">
        <div className="photo-crop-area">
          {address && (
            <Cropper
              image={address}
              crop={place}
              zoom={zoom}
              maxZoom={maxZoom}
              rotation={Number(turn)}
              aspect={ASPECT}
              disableAutomaticStylesInjection
              cropperProps={{ role: 'group', 'aria-label': t('photos:crop_area') }}
              mediaProps={{ alt: '', onError: () => finishCropping({}) }}
              onMediaLoaded={({ naturalWidth, naturalHeight }) =>
                setMaxZoom(zoomLimit(Math.min(naturalWidth, naturalHeight)))
              }
              onCropChange={setPlace}
              onZoomChange={setZoom}
              onCropComplete={setArea}
            />
          )}
        </div>
        <ZoomSlider zoom={zoom} max={maxZoom} onChange={setZoom} />
        <Button kind="line" icon="refresh" onClick={turnRight}>
          {t('photos:crop_turn')}
        </Button>
      </div>
      <div className="form-actions">
        <Button kind="quiet" onClick={() => finishCropping({ turn })}>
          {t('photos:crop_whole')}
        </Button>
        <Button kind="primary" onClick={() => finishCropping({ turn, ...(area ? { crop: cropText(area) } : {}) })}>
          {t('photos:crop_done')}
        </Button>
      </div>
    </Modal>
  );
}

function ZoomSlider({ zoom, max, onChange }: { zoom: number; max: number; onChange: (zoom: number) => void }) {
  return (
    <label className="photo-crop-zoom">
      <span>{t('photos:crop_zoom')}</span>
      <input
        type="range"
        min={1}
        max={max}
        step={0.05}
        value={zoom}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}

/** So far that the part keeps the smallest side that is taken. */
const zoomLimit = (shortSide: number): number =>
  Math.min(MAX_ZOOM, Math.max(1, (shortSide * ASPECT) / PHOTO.minCropSide));
