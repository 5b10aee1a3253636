// The job that makes the AVIF of an uploaded photo.
import * as z from 'zod/mini';
import { jobKind } from '../queue.ts';
import { makeForm } from './make-form.ts';
import { AVIF_FORM } from './photo-forms.ts';

/** By its `account` the queue forgets it with the member. */
const AvifJob = z.strictObject({ tenant: z.int(), account: z.string(), file: z.string() });

export const photoAvif = jobKind({
  name: 'photo_avif',
  data: AvifJob,
  // The last step deletes what was made of a photo that is gone, also after the store did not answer for hours.
  retries: { times: 12, delay: 30, longest: 3600 },
  run: (services, photo) =>
    makeForm(services, photo, {
      form: AVIF_FORM,
      from: '1280.webp',
      make: async (stored) => (await import('./develop-photo.ts')).avifOf(stored),
    }),
});
