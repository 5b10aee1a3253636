// The label that must accompany every photo of a fictional profile.
import { Icon } from './Icon.tsx';

export function FictionalLabel({ text }: { text: string }) {
  return (
    <span className="label-fictional">
      <Icon name="masks" />
      <span>{text}</span>
    </span>
  );
}
