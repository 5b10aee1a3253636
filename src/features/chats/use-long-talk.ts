// The list of a long conversation. Its script is loaded when one is; until then, and without it, the list is plain.
import { useEffect, useState } from 'react';
import { importPart } from '#lib/import-again';
import type { LongTalk } from './LongTalk.tsx';

/** From this many messages on, plain lists open and grow noticeably slower. */
export const LONG_TALK = 150;

/** Null for a plain list. Once long, a conversation stays so while it is open. */
export function useLongTalk(messages: number): typeof LongTalk | null {
  const [List, setList] = useState<typeof LongTalk | null>(null);
  const isLong = messages >= LONG_TALK;
  useEffect(() => {
    if (!isLong) return;
    const load = importPart(
      () => import('./LongTalk.tsx'),
      (module) => module.LongTalk,
    );
    void load.then(
      (loaded) => setList(() => loaded),
      () => undefined,
    );
  }, [isLong]);
  return List;
}
