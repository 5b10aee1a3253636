// What waits for a person, in all brands.
import type { StaffOutput } from '#contract/staff';
import type { Site } from '#site/load';
import type { Services } from '../../services.ts';
import { waitingContacts } from '../../modules/chats/decide-contact.ts';
import { openAppeals } from '../../modules/appeals/decide-appeal.ts';
import { waitingPhotos } from '../../modules/photos/moderation.ts';
import { waitingSelfies } from '../../modules/selfies/decide-selfie.ts';
import { openReports } from '../../modules/safety/decide-report.ts';
import type { StaffHandler } from '../context.ts';
import { openComplaints, openParked } from './matters.ts';

type Item = StaffOutput<'inbox.list'>['items'][number];

/** Of a kind in a brand. */
const MOST = 100;

export const listInbox: StaffHandler<'inbox.list'> = async ({ services }) => ({ items: await waiting(services) });

/** The oldest first. */
export async function waiting(services: Pick<Services, 'database' | 'sites'>): Promise<Item[]> {
  const items: Item[] = [];
  for (const site of services.sites) items.push(...(await waitingIn(services, site)));
  return items.sort((one, two) => one.at.localeCompare(two.at) || one.id.localeCompare(two.id));
}

const waitingIn = ({ database }: Pick<Services, 'database'>, { id: tenant, folder: brand }: Site): Promise<Item[]> =>
  database.inTenant(tenant, async (db) => {
    const item = (kind: Item['kind'], { id, at }: { id: string; at: Date }, about: string): Item => ({
      ...{ brand, kind, id, about },
      at: at.toISOString(),
    });
    const photos = await waitingPhotos(db, tenant, MOST);
    const selfies = await waitingSelfies(db, tenant, MOST);
    const reports = await openReports(db, tenant, MOST);
    const contacts = await waitingContacts(db, tenant, MOST);
    const appeals = await openAppeals(db, tenant, MOST);
    const complaints = await openComplaints(db, tenant, MOST);
    const parked = await openParked(db, tenant, MOST);
    return [
      ...photos.map((each) => item('photo', each, each.private ? 'private' : 'free')),
      ...selfies.map((each) => item('selfie', each, each.gesture)),
      ...reports.map((each) => item('report', each, `${each.about} ${each.category}`)),
      ...contacts.map((each) => item('contact', each, `messages ${each.messages}`)),
      ...appeals.map((each) => item('appeal', each, each.action)),
      ...complaints.map((each) => item('complaint', each, each.subject)),
      ...parked.map((each) => item('parked', each, each.kind)),
    ];
  });
