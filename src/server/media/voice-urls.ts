// Names and addresses of recordings in chats.
import { randomBytes } from 'node:crypto';
import type { ChatVoice } from '#contract/chats';
import type { RemuxedVoice } from './voice-fault.ts';

/** A name is random, and says how long it plays and in which container: `<32 hex digits>-17-webm`. */
const NAME = /^[0-9a-f]{32}-(\d{1,2})-(webm|mp4)$/;
const ADDRESS = /^\/media\/voice\/([0-9a-f]{32}-\d{1,2}-(?:webm|mp4))$/;

export const newVoiceName = ({ seconds, container }: Pick<RemuxedVoice, 'seconds' | 'container'>): string =>
  `${randomBytes(16).toString('hex')}-${seconds}-${container}`;

/** As members see it: the path below `cdn_prefix`, and its seconds. */
export const voiceOf = (name: string): ChatVoice => ({
  path: `voice/${name}`,
  seconds: Number(NAME.exec(name)?.[1] ?? 0),
});

/** Null for any other address. */
export const voiceAddress = (pathname: string): string | null => ADDRESS.exec(pathname)?.[1] ?? null;

/** Of the file that a name belongs to. */
export const voiceType = (name: string): string => (name.endsWith('-mp4') ? 'audio/mp4' : 'audio/webm');
