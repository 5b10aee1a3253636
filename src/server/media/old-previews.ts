// The job that makes previews of locked photos anew which are of an earlier release, and up to 64 pixels high.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { describeError } from '../db/errors.ts';
import { EVERY_FIVE_MINUTES, jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import { StorageUnavailable } from '../storage/file-store.ts';
import { makeForm } from './make-form.ts';
import { LOCKED_FORM } from './photo-forms.ts';

const BATCH_SIZE = 200;

export const oldPreviews = jobKind({
  name: 'photo_previews',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: renewPreviews,
});

async function renewPreviews(services: Services, { tenant }: { readonly tenant: number }): Promise<void> {
  const { database } = services;
  const rows = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('photo')
      .select('file')
      .where('tenant', '=', tenant)
      // As the index has it.
      .where(sql<boolean>`old_preview and hash is not null`)
      .limit(BATCH_SIZE)
      .execute(),
  );
  for (const { file } of rows) {
    await renew(services, tenant, file);
    await database.inTenant(tenant, (db) =>
      db
        .updateTable('photo')
        .set({ old_preview: false })
        .where('tenant', '=', tenant)
        .where('file', '=', file)
        .execute(),
    );
  }
}

/** One of which nothing can be made keeps its preview, so that those behind it get theirs. */
async function renew(services: Services, tenant: number, file: string): Promise<void> {
  try {
    await makeForm(
      services,
      { tenant, file },
      {
        form: LOCKED_FORM,
        from: '96.webp',
        make: async (stored) => (await import('./develop-photo.ts')).lockedOf(stored),
      },
    );
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    services.log.warn({ tenant, error: describeError(error) }, 'preview not made');
  }
}
