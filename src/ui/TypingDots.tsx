// The typing indicator, in the place of the next message.
export const TypingDots = () => (
  <span className="msg msg-last typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
