// The skeleton of a conversation. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

const BUBBLES = ['theirs', 'theirs', 'mine', 'theirs', 'mine'] as const;

/** The messages. */
export function TalkSkeleton() {
  return (
    <div className="talk" aria-hidden="true">
      {BUBBLES.map((side, at) => (
        <span className={`msg msg-last skeleton${side === 'mine' ? ' msg-mine' : ''}`} key={at}>
          <Skeleton size="full" />
          {at % 2 === 0 && <Skeleton size="full" />}
        </span>
      ))}
    </div>
  );
}

/** The composer, in its final height. */
export const ComposerSkeleton = () => (
  <div className="composer" aria-hidden="true">
    <div className="composer-row">
      <span className="round skeleton" />
      <span className="message-box skeleton" />
      <span className="round skeleton" />
    </div>
    <p className="composer-price">
      <Skeleton size="half" />
    </p>
  </div>
);

export function ConversationSkeleton({ label }: { label: string }) {
  return (
    <section className="conversation" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div className="chat-bar" aria-hidden="true">
        <span className="avatar skeleton" />
        <span className="chat-who">
          <Skeleton size="half" />
          <Skeleton size="short" />
        </span>
      </div>
      <TalkSkeleton />
      <ComposerSkeleton />
    </section>
  );
}
