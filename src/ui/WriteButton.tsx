// The link to a conversation, with the price of the message.
import { Cost } from './Cost.tsx';

interface Props {
  href: string;
  text: string;
  credits: number;
  money: string | null;
}

export function WriteButton({ href, text, credits, money }: Props) {
  return (
    <a className="btn btn-primary btn-write" href={href}>
      <span>{text}</span>
      <Cost credits={credits} money={money} />
    </a>
  );
}
