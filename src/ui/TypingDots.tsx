// Three dots where the other's next message will stand.
export const TypingDots = () => (
  <span className="msg msg-last typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
