// A photo of a chat over the whole screen.
import { photoViewerTexts } from '#lib/photo-viewer-texts';
import { PhotoViewer } from '#ui/PhotoViewer';

interface Props {
  address: string;
  label: string;
  onClose: () => void;
}

export function ChatPhotoViewer({ address, label, onClose }: Props) {
  return (
    <PhotoViewer
      isOpen
      label={label}
      photos={[{ id: address, address, alt: label }]}
      current={address}
      texts={photoViewerTexts()}
      locked={null}
      onChange={() => undefined}
      onClose={onClose}
    />
  );
}
