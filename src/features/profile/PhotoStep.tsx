// The step that asks for a photo; what is uploaded is stored at once.
import { PhotoFields } from './PhotosSection.tsx';

export const PhotoStep = () => <PhotoFields />;
