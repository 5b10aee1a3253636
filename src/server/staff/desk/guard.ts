// Calls of staff about the scam guard: first messages that wait, and the words it looks for.
import type { StoredEvent } from '../../live/hub.ts';
import { storeEventsNow } from '../../live/hub.ts';
import { Refusal } from '../../http/refusal.ts';
import { audited, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { decideFirstMessages, readFirstMessages } from './first-messages.ts';
import { guardWords, setGuardWord } from './guard-words.ts';

export const showContact: StaffHandler<'contacts.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const contact = await readFirstMessages(db, tenant, id);
    if (!contact) throw new Refusal('not_found');
    await note({ subject: `member ${id}` });
    return { contact };
  });
};

export const decideContactCall: StaffHandler<'contacts.decide'> = async (ctx, { brand, ...decision }) => {
  const { services, now } = ctx;
  const site = brandOf(services, brand);
  const operator = ctx.staff().email;
  let events: readonly StoredEvent[] = [];
  const answer = await change(ctx, site.id, async (db, note) => {
    const decided = await decideFirstMessages({ db, services, site, operator }, decision);
    if (!decided) throw new Refusal('not_found');
    events = await storeEventsNow(db, site.id, now, decided.emitted);
    await note(decided.note);
    return decided.outcome;
  });
  services.hub.publish(events);
  return answer;
};

export const listWords: StaffHandler<'words.list'> = async ({ services }, { brand }) => {
  const { id: tenant } = brandOf(services, brand);
  return { words: await services.database.inTenant(tenant, (db) => guardWords(db, tenant)) };
};

export const setWord: StaffHandler<'words.set'> = (ctx, { brand, ...word }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    await note(await setGuardWord(db, tenant, word));
    return null;
  });
};
