// The job that makes the AVIF of an uploaded photo.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { ownersOfFile } from '../db/stored-files.ts';
import { jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { bytesOf } from '../storage/file-store.ts';

const AvifJob = z.strictObject({ tenant: z.int(), file: z.string() });
type AvifJob = z.infer<typeof AvifJob>;

export const photoAvif = jobKind({ name: 'photo_avif', data: AvifJob, run: makeAvif });

async function makeAvif(services: Services, { tenant, file }: AvifJob): Promise<void> {
  const { photos } = services;
  const isOwned = await hasOwner(services, { tenant, file });
  const stored = isOwned ? await photos.read(file, '1280.webp') : null;
  if (stored?.content) {
    const bytes = await bytesOf(stored.content);
    // In turns with uploads: a picture takes much memory.
    const avif = await photos.turns.run(`${tenant}|avif`, async () => {
      const { avifOf } = await import('./develop-photo.ts');
      return avifOf(bytes);
    });
    await photos.writeAvif(file, avif);
  }
  // Of a photo that was deleted meanwhile the other forms may be gone already. A run that ends before this is repeated.
  if (!isOwned || !(await hasOwner(services, { tenant, file }))) await photos.removeAvif(file);
}

const hasOwner = ({ database }: Services, { tenant, file }: AvifJob): Promise<boolean> =>
  database.inTenant(tenant, async (db) => {
    const { rows } = await sql`${ownersOfFile(sql`${tenant}::smallint`, sql`${file}`)}`.execute(db);
    return rows.length > 0;
  });
