// A list of facts about a member, as label and value.
import { Icon, type IconName } from './Icon.tsx';

export interface Fact {
  readonly icon: IconName;
  readonly label: string;
  readonly value: string;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>
            <Icon name={fact.icon} />
            {fact.label}
          </dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
