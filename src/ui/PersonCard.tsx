// The card of a member: picture, name and age, place, one human line; the whole card is one link.
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
  isFirst?: boolean;
}

const SIZES =
  '(min-width: 1200px) 262px, (min-width: 992px) 217px, (min-width: 768px) 216px, (min-width: 576px) 248px, calc(50vw - 22px)';

export function PersonCard({ href, title, place, line, photo, fictional, isFirst = false }: Props) {
  return (
    <a className="card-person" href={href}>
      <span className="card-photo">
        <Picture address={photo} alt="" sizes={SIZES} isFirst={isFirst} />
        {fictional && <FictionalLabel text={fictional} />}
        <span className="card-name">
          <strong>{title}</strong>
          {place && <span>{place}</span>}
        </span>
      </span>
      <span className="card-line">{line}</span>
    </a>
  );
}
