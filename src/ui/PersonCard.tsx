// A person's card: photo, name and age, place, and one line. The card is a link; its action is outside of the link.
import { FictionalLabel } from './FictionalLabel.tsx';
import type { Elements } from './LoneText.tsx';
import { Picture } from './Picture.tsx';
import { Verified } from './Verified.tsx';

interface Props {
  href: string;
  /** Localized name and age. */
  title: string;
  place: string | null;
  line: string;
  /** Address of the 640 px picture. */
  photo: string | null;
  /** The label of a fictional profile. */
  fictional: string | null;
  /** Says that the photo is of AI. */
  ai?: string | null;
  isVerified?: boolean;
  /** Precedes the line, e.g. "new". */
  mark?: string | null;
  isFirst?: boolean;
  /** A button over the photo, outside of the link. */
  action?: Elements;
}

const SIZES =
  '(min-width: 1200px) 262px, (min-width: 992px) 217px, (min-width: 768px) 216px, (min-width: 576px) 248px, calc(50vw - 22px)';

export function PersonCard({
  href,
  title,
  place,
  line,
  photo,
  fictional,
  ai,
  isVerified,
  mark,
  isFirst = false,
  action,
}: Props) {
  return (
    <div className="card-place">
      <a className="card-person" href={href}>
        <span className="card-photo">
          <Picture address={photo} alt="" sizes={SIZES} isFirst={isFirst} />
          {fictional && <FictionalLabel text={fictional} />}
          <span className="card-name">
            {ai && <small className="card-ai">{ai}</small>}
            <strong>
              {/* In the direction of the language, also where the name begins in another one. */}
              <bdi dir="ltr">{title}</bdi>
              {isVerified && <Verified />}
            </strong>
            {place && <span>{place}</span>}
          </span>
        </span>
        <span className="card-line" dir="auto">
          {mark && <b className="card-mark">{mark}</b>}
          {mark ? <bdi>{line}</bdi> : <span>{line}</span>}
        </span>
      </a>
      {action}
    </div>
  );
}
