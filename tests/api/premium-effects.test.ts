// What Premium gives, tried by free members at the calls themselves: further conversations in every way to begin one, and private photos.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Member } from '#contract/members';
import { giftIds } from '#contract/chats';
import { FREE } from '#domain/limits';
import { upload, voiceUpload } from '../support/call-inputs.ts';
import { accountOf, startChat } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { type CallAnswer, type CallOptions, eachEngine, siteAt } from '../support/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-premium-effects-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Way = (to: { readonly profile: string; readonly client_id: string }) => CallOptions & { readonly path: string };
const query = (to: Record<string, string>): string => String(new URLSearchParams(to));
/** Every way to begin a conversation. */
const WAYS: Readonly<Record<string, Way>> = {
  text: (to) => ({ path: 'message', json: { ...to, text: 'Good evening' } }),
  gift: (to) => ({ path: 'message', json: { ...to, gift: giftIds[0] } }),
  picture: (to) => ({ path: 'chat-picture', query: query(to), ...upload }),
  recording: (to) => ({ path: 'chat-voice', query: query(to), ...voiceUpload }),
};

eachEngine(
  'premium effects',
  (server) => {
    const begin = async (as: MadeMember, way: Way): Promise<CallAnswer> => {
      const { path, ...options } = way({ profile: (await server().member()).id, client_id: crypto.randomUUID() });
      return server().call(`/api/${path}.php`, { as, ...options });
    };

    test.each(Object.entries(WAYS))(
      'D5 CH26: by a %s a free member begins no third conversation, a paying one does',
      async (_, way) => {
        const [free, paying] = [
          await server().member({ credits: 50 }),
          await server().member({ credits: 50, paid_user: true }),
        ];
        for (let begun = 0; begun < FREE.conversations; begun += 1)
          for (const as of [free, paying]) await startChat(server(), as, (await server().member()).id);
        const before = (await accountOf(server(), free)).credits;
        expect((await begin(free, way)).body.error).toMatchObject({
          code: 'premium_required',
          limit: FREE.conversations,
        });
        expect((await accountOf(server(), free)).credits).toBe(before);
        expect((await begin(paying, way)).status).toBe(200);
      },
    );

    test('D5 PH4: no answer gives a free member the address of a private photo, before Premium or after it has ended', async () => {
      const owner = await server().member({ photos: [{}, { private: true }] });
      const token = owner.photos[1]?.token ?? '';
      const seenBy = async (as: MadeMember): Promise<Member['photos']> =>
        ((await server().call('/api/member.php', { as, query: `id=${owner.id}` })).body['member'] as Member).photos;
      const isAddressed = async (as: MadeMember): Promise<boolean> =>
        (await seenBy(as)).some(({ match }) => match?.includes(token) ?? false);
      const [free, paying] = [await server().member(), await server().member({ paid_user: true })];
      expect([await isAddressed(free), await isAddressed(paying)]).toEqual([false, true]);
      await server().database.inTenant(siteAt(0).id, (db) =>
        db.updateTable('account').set({ paid_user: false }).where('id', '=', paying.id).execute(),
      );
      expect(await isAddressed(paying)).toBe(false);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
