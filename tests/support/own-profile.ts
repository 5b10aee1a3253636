// Calls of a member's own profile, for the api tests.
import { expect } from 'vitest';
import { OwnProfile } from '#contract/profile';
import type { MadeMember, MemberDraft } from './members.ts';
import { siteAt, type CallOptions, type TestServer } from './server.ts';

export function ownProfileCalls(server: () => TestServer) {
  const save = (as: MadeMember, json: object, options: CallOptions = {}) =>
    server().call('/api/profile.php', { method: 'PATCH', as, json, ...options });
  const own = async (as: MadeMember, options: CallOptions = {}) => {
    const { body } = await server().call('/api/profile.php', { as, ...options });
    return OwnProfile.parse(body['profile']);
  };
  return {
    member: (draft: MemberDraft = {}, site = siteAt(0)) => server().member(draft, site),
    save,
    own,
    /** The status and the fields of a refusal that changed nothing. */
    refused: async (as: MadeMember, json: object, options: CallOptions = {}) => {
      const before = await own(as, options);
      const { status, body } = await save(as, json, options);
      expect(await own(as, options)).toEqual(before);
      return [status, body.error?.['fields']];
    },
  };
}
