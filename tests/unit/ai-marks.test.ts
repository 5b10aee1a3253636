// What a picture says about AI: IPTC's digital source type in XMP and in C2PA manifests, in every kind of file.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isMarkedAsAi } from '#server/media/ai-marks';
import { developPhoto } from '#server/media/develop-photo';
import { PHOTO_FORMS } from '#server/media/photo-forms';
import * as pictures from '../support/pictures.ts';

const AI = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic'] as const;
const NOT_AI = ['digitalCapture', 'negativeFilm', 'humanEdits', 'algorithmicallyEnhanced', 'digitalArt'] as const;
const KINDS = ['jpeg', 'png', 'webp', 'avif'] as const;

describe('the digital source type', () => {
  test.each(KINDS)('PH8: in the XMP of a %s picture it says which are of AI', async (kind) => {
    for (const type of [...AI, ...NOT_AI]) {
      const { isOfAi } = await developPhoto(await pictures.sourceTypePicture(kind, type));
      expect([type, isOfAi]).toEqual([type, AI.some((each) => each === type)]);
    }
  });

  test('PH8: a C2PA manifest in a JPEG or a PNG is read as well', async () => {
    for (const [type, wanted] of [...AI.map((each) => [each, true] as const), ['digitalCapture', false] as const])
      for (const make of [pictures.c2paJpeg, pictures.c2paPng])
        expect((await developPhoto(await make(type))).isOfAi).toBe(wanted);
  });

  test('PH8: a picture that says nothing is none of AI, and one of AI is that also after a cut', async () => {
    for (const kind of KINDS) expect(isMarkedAsAi(await pictures.pictureBytes(kind))).toBe(false);
    const marked = await pictures.sourceTypePicture('jpeg', 'trainedAlgorithmicMedia');
    const cut = { turn: 90, crop: { x: 0, y: 0, width: 60, height: 60 } };
    expect((await developPhoto(marked, cut)).isOfAi).toBe(true);
  });

  test('E2 F7 PH8: nothing of it is stored in any form', async () => {
    const { forms } = await developPhoto(await pictures.c2paJpeg('trainedAlgorithmicMedia'));
    for (const form of PHOTO_FORMS) {
      expect(isMarkedAsAi(forms[form])).toBe(false);
      expect((await sharp(forms[form]).metadata()).xmp).toBeUndefined();
    }
  });
});
