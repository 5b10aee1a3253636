// Sends a voice message as clients do.
import { setTimeout } from 'node:timers/promises';
import type { MadeMember } from './members.ts';
import { recording } from './recordings.ts';
import type { CallAnswer, TestServer } from './server.ts';

export const said = await recording({ seconds: 2 });

export interface Recorded {
  readonly to: { readonly profile: string } | { readonly conversation: string };
  readonly client_id?: string;
  readonly body?: Uint8Array;
  readonly text?: string | Uint8Array;
}

/** Sent again as clients do while another attempt, or as many as a member may have, are under way. */
export async function sendVoice(
  server: TestServer,
  as: MadeMember,
  { to, client_id = crypto.randomUUID(), body = said, text = '' }: Recorded,
): Promise<CallAnswer> {
  const words = typeof text === 'string' ? Buffer.from(text) : text;
  const length = words.length > 0 ? { text_bytes: String(words.length) } : {};
  for (;;) {
    const answer = await server.call('/api/chat-voice.php', {
      ...{ as, query: String(new URLSearchParams({ ...to, client_id, ...length })) },
      ...{ body: new Uint8Array(Buffer.concat([words, body])), headers: { 'content-type': 'audio/webm' } },
    });
    if (!['in_progress', 'too_many_requests'].includes(answer.body.error?.code ?? '')) return answer;
    await setTimeout(30);
  }
}
