// Makes a form of a photo after its upload, in a job, while the photo may be deleted.
import { sql } from 'kysely';
import { ownersOfFile } from '../db/stored-files.ts';
import type { Services } from '../services.ts';
import { bytesOf } from '../storage/file-store.ts';
import type { LaterForm, PhotoForm } from './photo-forms.ts';

interface Photo {
  readonly tenant: number;
  readonly file: string;
}

interface Making {
  readonly form: LaterForm;
  /** The stored form that it is made of. */
  readonly from: PhotoForm;
  make(stored: Uint8Array): Promise<Uint8Array>;
}

/** Makes none of a photo that is gone, or lacks the other form. A run that ends in between has to be repeated. */
export async function makeForm(services: Services, photo: Photo, { form, from, make }: Making): Promise<void> {
  const { photos } = services;
  const isOwned = await hasOwner(services, photo);
  const stored = isOwned ? await photos.read(photo.file, from) : null;
  if (stored?.content) {
    const bytes = await bytesOf(stored.content);
    // In turns with uploads: a picture takes much memory.
    const made = await photos.turns.run(`${photo.tenant}|${form}`, () => make(bytes));
    await photos.writeForm(photo.file, form, made);
  }
  // Of a photo that was deleted meanwhile the other forms may be gone already.
  if (!isOwned || !(await hasOwner(services, photo))) await photos.removeForm(photo.file, form);
}

const hasOwner = ({ database }: Services, { tenant, file }: Photo): Promise<boolean> =>
  database.inTenant(tenant, async (db) => {
    const { rows } = await sql`${ownersOfFile(sql`${tenant}::smallint`, sql`${file}`)}`.execute(db);
    return rows.length > 0;
  });
