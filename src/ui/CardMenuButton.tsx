// The button of a card that opens what else can be done about the member.
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  onPress: () => void;
}

export const CardMenuButton = ({ label, onPress }: Props) => (
  <button className="round card-more" type="button" aria-label={label} aria-haspopup="dialog" onClick={onPress}>
    <Icon name="dots" />
  </button>
);
