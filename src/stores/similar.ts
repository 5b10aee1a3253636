// Members like the one whose profile is open, by page with their own count (requirement ME9); kept until the member leaves or blocks.
import { members, type SimilarMember } from '#contract/members';
import { client } from '#lib/api';
import { onAbsence, reloadOnAbsence } from './absent.ts';
import { rememberCard } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { createSubmit } from './submit.ts';

const api = client({ similar: members.similar });

/** The pages read so far, one after the other. */
interface SimilarMembers {
  /** The member they are like. */
  readonly id: string;
  readonly profiles: readonly SimilarMember[];
  readonly numResults: number;
  readonly page: number;
}

const read = new Map<string, SimilarMembers>();
onSessionEnd(() => read.clear());
onAbsence(() => read.clear());

export const $similar = createResource({
  load: (id: string): SimilarMembers | Promise<SimilarMembers> => read.get(id) ?? fetchPage(id, 1, []),
});

export const openSimilar = (id: string): Promise<void> => $similar.open(id);

/** Appends the next page. */
export const createShowMore = () =>
  createSubmit<void>(async () => {
    const shown = $similar.ready();
    if (!shown) return;
    const update = $similar.updater();
    const next = await fetchPage(shown.id, shown.page + 1, shown.profiles);
    update(() => next);
  });

async function fetchPage(id: string, page: number, before: readonly SimilarMember[]): Promise<SimilarMembers> {
  const { profiles, numResults } = await api.similar({ id, page });
  profiles.forEach(rememberCard);
  const known = new Set(before.map((each) => each.id));
  const all = [...before, ...profiles.filter((each) => !known.has(each.id))];
  const similar = { id, profiles: all, numResults, page };
  read.set(id, similar);
  return similar;
}

reloadOnAbsence($similar);
