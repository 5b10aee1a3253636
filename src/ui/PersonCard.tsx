// The card of a member: picture, name and age, place, one human line; the whole card is one link, with at most one action beside it.
import type { ReactNode } from 'react';
import { FictionalLabel } from './FictionalLabel.tsx';
import { Picture } from './Picture.tsx';

interface Props {
  href: string;
  /** Name and age as the language writes them. */
  title: string;
  place: string | null;
  line: string;
  /** Address of the 640 px picture. */
  photo: string | null;
  /** The label's text when the profile is fictional. */
  fictional: string | null;
  /** What stands before the line, e.g. that somebody is new here. */
  mark?: string | null;
  isFirst?: boolean;
  /** A button that lies on the picture, outside the link. */
  action?: ReactNode;
}

const SIZES =
  '(min-width: 1200px) 262px, (min-width: 992px) 217px, (min-width: 768px) 216px, (min-width: 576px) 248px, calc(50vw - 22px)';

export function PersonCard({ href, title, place, line, photo, fictional, mark, isFirst = false, action }: Props) {
  return (
    <div className="card-place">
      <a className="card-person" href={href}>
        <span className="card-photo">
          <Picture address={photo} alt="" sizes={SIZES} isFirst={isFirst} />
          {fictional && <FictionalLabel text={fictional} />}
          <span className="card-name">
            <strong>{title}</strong>
            {place && <span>{place}</span>}
          </span>
        </span>
        <span className="card-line">
          {mark && <b className="card-mark">{mark}</b>}
          {line}
        </span>
      </a>
      {action}
    </div>
  );
}
