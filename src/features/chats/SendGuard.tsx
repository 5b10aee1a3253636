// Asks "are you sure?" before a message about money, with a web address or a contact elsewhere is sent; once per topic and partner.
import { useEffect, useState, type ReactNode } from 'react';
import type { ScamTopic } from '#domain/scam-guard';
import type * as ScamGuard from '#stores/scam-guard';
import { lazyPart } from '#ui/LazyPart';

/** Loaded when needed. */
const SendGuardDialog = lazyPart(
  () => import('./SendGuardDialog.tsx'),
  (module) => module.SendGuardDialog,
);

/** Loaded after the messages; without it nothing is asked. */
let guard: typeof ScamGuard | null = null;

async function loadGuard(): Promise<void> {
  guard ??= await import('#stores/scam-guard').catch(() => null);
  await guard?.loadScamRules();
}

interface SendGuard {
  /** Sends the text, or asks first. */
  readonly send: (text: string) => void;
  /** Within a <Suspense>. */
  readonly dialog: ReactNode;
}

export function useSendGuard(partner: string, send: () => void): SendGuard {
  const [topic, setTopic] = useState<ScamTopic | null>(null);
  useEffect(() => void loadGuard(), []);
  const confirm = (): void => {
    if (topic) guard?.answer(partner, `send ${topic}`);
    setTopic(null);
    send();
  };
  return {
    send: (text) => {
      const found = guard?.topicToConfirm(text, partner);
      if (found) setTopic(found);
      else send();
    },
    dialog: topic && <SendGuardDialog topic={topic} onConfirm={confirm} onClose={() => setTopic(null)} />,
  };
}
