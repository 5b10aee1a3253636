// Asks "are you sure?" before a message about money, with a web address or a contact elsewhere is sent; once per topic and partner.
import { useEffect, useState, type ReactNode } from 'react';
import type { ScamTopic } from '#domain/scam-guard';
import { answer, loadScamRules, topicToConfirm } from '#stores/scam-guard';
import { lazyPart } from '#ui/LazyPart';

/** Loaded when needed. */
const SendGuardDialog = lazyPart(
  () => import('./SendGuardDialog.tsx'),
  (module) => module.SendGuardDialog,
);

interface SendGuard {
  /** Sends the text, or asks first. */
  readonly send: (text: string) => void;
  /** Within a <Suspense>. */
  readonly dialog: ReactNode;
}

export function useSendGuard(partner: string, send: () => void): SendGuard {
  const [topic, setTopic] = useState<ScamTopic | null>(null);
  useEffect(() => void loadScamRules(), []);
  const confirm = (): void => {
    if (topic) answer(`${partner} ${topic}`);
    setTopic(null);
    send();
  };
  return {
    send: (text) => {
      const found = topicToConfirm(text, partner);
      if (found) setTopic(found);
      else send();
    },
    dialog: topic && <SendGuardDialog topic={topic} onConfirm={confirm} onClose={() => setTopic(null)} />,
  };
}
