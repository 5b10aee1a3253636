// The label that goes wherever the face of a fictional profile goes.
import { Icon } from './Icon.tsx';

export function FictionalLabel({ text }: { text: string }) {
  return (
    <span className="label-fictional">
      <Icon name="masks" />
      {text}
    </span>
  );
}
