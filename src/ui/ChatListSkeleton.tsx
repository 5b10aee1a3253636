// The skeleton of the chat list. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

const ROWS = 6;

export function ChatRowsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: ROWS }, (_, at) => (
        <div className="chat-row" key={at}>
          <span className="avatar skeleton" />
          <span className="chat-row-words">
            <Skeleton size={at % 2 ? 'short' : 'half'} />
            <Skeleton size={at % 2 ? 'half' : 'long'} />
          </span>
        </div>
      ))}
    </div>
  );
}

export function ChatListSkeleton({ heading, label }: { heading: string; label: string }) {
  return (
    <div className="chat-list" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <p className="chat-list-heading display">{heading}</p>
      <ChatRowsSkeleton />
    </div>
  );
}
